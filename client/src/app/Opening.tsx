import { RoundsOfOpening } from '~/features/interviews/round/RoundsOfOpening';
import { OpeningPage } from '~/features/placement/pages/OpeningPage';

export function Opening() {
  return <OpeningPage renderRounds={({ id, state, mayManage }, list) => <RoundsOfOpening openingId={id} makes={mayManage && state === 'open'} list={list} />} />;
}
