import { t } from '@lingui/core/macro';
import { Box, Button, Drawer, IconButton, Typography } from '@mui/material';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { isProblem } from '~/api/problem';
import { useClaims } from '~/api/session/slice';
import { FormActions, FormError } from '~/forms/Form';
import { dropDraft, keepDraft, readDraft } from '~/forms/useDraft';
import { type Change, ChangeList } from '~/ui/ChangeList';
import { CloseIcon } from '~/ui/icons';
import { Notice } from '~/ui/Notice';

/** What was edited by a form that a reload or the end of a session has left open; null for what was to be made. */
export function drafted(draft: string, userId: string): { readonly edited: unknown } | null {
  const kept = readDraft(draft, userId);
  return kept && { edited: JSON.parse(kept['base'] ?? 'null') as unknown };
}

interface Editing<Edited, Values extends FieldValues> {
  readonly draft: string;
  /** Null makes a new one. */
  readonly edited: Edited | null;
  readonly form: UseFormReturn<Values>;
  readonly valuesOf: (edited: Edited | null) => Values;
  /** Two edits of the same version in one. */
  readonly merge: (mine: Values, base: Edited, theirs: Edited) => Values;
  readonly describe: (before: Edited, after: Edited) => readonly Change[];
}

interface Met {
  readonly sentence: string;
  readonly changes: readonly Change[];
}

/** An edit of the version on screen. Nothing that was typed is lost by a reload, or when another has changed the same. */
export function useEditing<Edited, Values extends FieldValues>({ draft, edited, form, valuesOf, merge, describe }: Editing<Edited, Values>) {
  const [base, setBase] = useState(edited);
  const [met, setMet] = useState<Met | null>(null);
  const userId = useClaims()?.userId ?? '';
  // Together with the version that is edited: a change by another is met when this is saved.
  useEffect(() => {
    const kept = readDraft(draft, userId);
    if (kept !== null) form.reset({ ...form.getValues(), ...(JSON.parse(kept['values'] ?? '{}') as object) }, { keepDefaultValues: true });
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => keepDraft(draft, userId, { base: JSON.stringify(base), values: JSON.stringify(values) }),
    });
  }, [draft, form, userId, base]);
  return {
    base,
    met,
    /** Whether the failure is that another has changed it; it is merged then. */
    meet: (error: unknown): boolean => {
      if (base === null || !isProblem(error) || error.code !== 'edit_conflict') return false;
      const current = error.current as Edited;
      form.reset(merge(form.getValues(), base, current), { keepDefaultValues: true });
      setMet({ sentence: error.message, changes: describe(base, current) });
      setBase(current);
      return true;
    },
    takeTheirs: () => {
      form.reset(valuesOf(base));
      setMet(null);
    },
  };
}

interface SaveBarProps extends Pick<ReturnType<typeof useEditing>, 'met' | 'takeTheirs'> {
  readonly error: string | undefined;
  readonly busy: boolean;
  readonly submitLabel: string;
  readonly onCancel: () => void;
}

/** The end of the form, always in sight: why it was refused, what another has changed, and the acts. */
export function SaveBar({ error, met, takeTheirs, ...actions }: SaveBarProps) {
  return (
    <Box sx={{ position: 'sticky', bottom: 0, zIndex: 1, mx: -2.5, mb: -2.5, px: 2.5, py: 1.5, display: 'grid', gap: 1.5, bgcolor: 'background.paper', borderTop: 1, borderColor: 'divider' }}>
      <FormError message={error} />
      <Box role="status" sx={{ maxHeight: '40vh', overflow: 'auto', '&:empty': { display: 'none' } }}>
        {met !== null && (
          <Notice severity="warning" role="presentation">
            {met.sentence}
            <ChangeList changes={met.changes} />
            {t`What you have typed stays, and Save overwrites the same of theirs.`}
            <Box sx={{ mt: 1 }}>
              <Button size="small" variant="outlined" color="inherit" onClick={takeTheirs}>
                {t`Take theirs`}
              </Button>
            </Box>
          </Notice>
        )}
      </Box>
      <FormActions {...actions} />
    </Box>
  );
}

interface EditDrawerProps {
  readonly draft: string;
  readonly title: string;
  readonly onClose: () => void;
  /** The form, which says whether something was typed. */
  readonly children: (leave: () => void, onDirty: (isDirty: boolean) => void) => ReactNode;
}

/** A full sheet where there is no room. What was typed is not closed by a press beside it. */
export function EditDrawer({ draft, title, onClose, children }: EditDrawerProps) {
  const [isDirty, setDirty] = useState(false);
  const leave = () => {
    dropDraft(draft);
    onClose();
  };
  const id = useId();
  return (
    <Drawer anchor="right" open onClose={isDirty ? undefined : leave} slotProps={{ paper: { 'aria-labelledby': id, sx: { width: 'min(560px, 100%)', scrollPaddingBottom: 80 } } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, px: { xs: 2, sm: 2.5 }, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
        <Typography id={id} variant="h6" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <IconButton aria-label={t`Close`} onClick={leave}>
          <CloseIcon sx={{ fontSize: 18 }} />
        </IconButton>
      </Box>
      {children(leave, setDirty)}
    </Drawer>
  );
}
