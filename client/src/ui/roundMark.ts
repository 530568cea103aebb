import { radius } from '~/theme/tokens';

/** The circle in front of a step, with its number or sign. */
export const roundMark = { display: 'grid', placeItems: 'center', flexShrink: 0, width: 24, height: 24, borderRadius: radius.round } as const;
