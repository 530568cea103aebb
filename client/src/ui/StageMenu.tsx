import { t } from '@lingui/core/macro';
import { Divider, Menu, MenuItem } from '@mui/material';
import { type KeyboardEvent, useRef } from 'react';

import type { StageChoice } from '~/api/generated/serverApi';

import { StageMark } from './StageMark';
import { belowRight, pageContent } from './useAnchor';
import type { useAsked } from './useAsked';

interface AskedOfStage {
  readonly stage: Pick<StageChoice, 'id'>;
  readonly button?: HTMLElement;
}

interface StageMenuProps<Asked extends AskedOfStage> {
  readonly question: ReturnType<typeof useAsked<Asked>>;
  readonly label: string;
  readonly stages: readonly StageChoice[];
  readonly onChoose: (asked: Asked, stageId: string) => void;
  readonly onReason?: ((asked: Asked) => void) | false;
}

/** The other stages; a name is chosen by its first letter, or by as many as no other begins with. */
export function StageMenu<Asked extends AskedOfStage>({ question, label, stages, onChoose, onReason = false }: StageMenuProps<Asked>) {
  const { asked, asking } = question;
  const typed = useRef('');
  if (asked === null) return null;
  const close = () => {
    typed.current = '';
    question.close();
  };
  const others = stages.filter(({ id }) => id !== asked.stage.id);
  const choose = (stageId: string) => {
    close();
    onChoose(asked, stageId);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
    const beginWith = (text: string) => others.filter(({ name }) => name.toLocaleLowerCase().startsWith(text));
    const letter = event.key.toLocaleLowerCase();
    typed.current = beginWith(typed.current + letter).length > 0 ? typed.current + letter : letter;
    const [meant, second] = beginWith(typed.current);
    if (!asking || meant === undefined || second !== undefined) return;
    event.preventDefault();
    choose(meant.id);
  };
  return (
    <Menu container={pageContent} open={asking} anchorEl={asked.button ?? null} onClose={close} onKeyDown={onKeyDown} {...belowRight} slotProps={{ list: { 'aria-label': label }, paper: { sx: { minWidth: 200, maxWidth: 'calc(100vw - 32px)' } } }}>
      {others.map(({ id, name, kind, colour }) => (
        <MenuItem key={id} onClick={() => choose(id)} sx={{ gap: 1, whiteSpace: 'normal' }}>
          <StageMark kind={kind} colour={colour} />
          {name}
        </MenuItem>
      ))}
      {onReason !== false && <Divider />}
      {onReason !== false && (
        <MenuItem
          onClick={() => {
            close();
            onReason(asked);
          }}
        >
          {t`With a reason…`}
        </MenuItem>
      )}
    </Menu>
  );
}
