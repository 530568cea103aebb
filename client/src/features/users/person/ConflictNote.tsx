import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';

import { ChangeList } from '~/ui/ChangeList';
import { Fact } from '~/ui/Fact';
import { WarningIcon } from '~/ui/icons';

import { type Clash, labelOfField, wordsOf } from './personValues';
import { clashId, type PersonEdit } from './useEditPerson';

interface ClashFieldProps {
  readonly clash: Clash;
  readonly edit: PersonEdit;
}

/** One field that two have changed: what each wants, and the choice. */
function ClashField({ clash, edit }: ClashFieldProps) {
  const { name, mine, theirs } = clash;
  const label = labelOfField(name);
  const choice = (which: 'mine' | 'theirs', text: string) => (
    <Button
      {...(which === 'mine' && { id: clashId(name) })}
      size="small"
      color="inherit"
      variant={edit.choices[name] === which ? 'contained' : 'outlined'}
      aria-pressed={edit.choices[name] === which}
      onClick={() => {
        edit.choose(clash, which);
      }}
    >
      {text}
    </Button>
  );
  return (
    <Box role="group" aria-label={`${label}: yours or theirs`} sx={{ display: 'grid', gap: 1, pt: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="subtitle2" component="p">
        {label}
      </Typography>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 1, m: 0 }}>
        <Fact term="Yours">{wordsOf(name, mine)}</Fact>
        <Fact term="Theirs">{wordsOf(name, theirs)}</Fact>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {choice('mine', 'Keep mine')}
        {choice('theirs', 'Take theirs')}
      </Box>
    </Box>
  );
}

/** Who has changed what when, and the fields to decide on. Rendered empty first, so that it is announced. */
export function ConflictNote({ edit }: { readonly edit: PersonEdit }) {
  const { met } = edit;
  return (
    <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
      {met !== null && (
        <Alert severity="warning" role="presentation" icon={<WarningIcon fontSize="small" />} sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            <Box>
              {met.sentence} Nothing of yours is saved yet.
              {met.clashes.length > 0 && ' Choose for each field that both have changed, then save.'}
            </Box>
            {met.taken.length > 0 && (
              <Box>
                <Typography variant="caption" component="p">
                  Taken over, as you have not changed it:
                </Typography>
                <ChangeList changes={met.taken} />
              </Box>
            )}
            {met.clashes.map((clash) => (
              <ClashField key={clash.name} clash={clash} edit={edit} />
            ))}
          </Box>
        </Alert>
      )}
    </Box>
  );
}
