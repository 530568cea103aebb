import { Box, Button, Checkbox, Dialog, DialogActions, DialogContent, DialogTitle, FormControlLabel, Typography } from '@mui/material';
import { useId, useState } from 'react';

import { radius } from '~/theme/tokens';

import { areKeysOn, switchKeys } from './useRowKeys';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/'], 'Search'],
  [['↓', '↑'], 'Next and previous user'],
  [['Enter'], 'Open the user'],
  [['e'], 'Edit the user'],
  [['x'], 'Select the user'],
  [['Shift', 'x'], 'Select all users from the last one'],
  [['?'], 'This help'],
];

const key = { display: 'inline-block', minWidth: 24, px: 0.75, mr: 0.5, border: 1, borderColor: 'surface.controlLine', borderRadius: radius.mark, textAlign: 'center', fontFamily: 'inherit', fontSize: '0.8125rem', lineHeight: '22px' } as const;

/** The keys of the list, and the switch of those of one character. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const [isOn, setOn] = useState(areKeysOn);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Keyboard shortcuts</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, rowGap: 1, m: 0 }}>
          {KEYS.map(([keys, does]) => (
            <Box key={does} sx={{ display: 'contents' }}>
              <Box component="dt">
                {keys.map((each) => (
                  <Box key={each} component="kbd" sx={key}>
                    {each}
                  </Box>
                ))}
              </Box>
              <Typography component="dd" variant="body2" sx={{ m: 0, lineHeight: '24px' }}>
                {does}
              </Typography>
            </Box>
          ))}
        </Box>
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={isOn}
              onChange={(_event, isChecked) => {
                setOn(isChecked);
                switchKeys(isChecked);
              }}
            />
          }
          label="Use / ? e x on this device"
          sx={{ mt: 2 }}
        />
      </DialogContent>
      <DialogActions>
        {/* A dialog takes the focus. */}
        {/* eslint-disable-next-line jsx-a11y-x/no-autofocus */}
        <Button autoFocus variant="outlined" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
