import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';

import { useGetOwnProfileQuery } from '~/api/profile';
import { copyText } from '~/lib/copyText';
import { CopyIcon } from '~/ui/icons';
import { useToasts } from '~/ui/toasts/slice';

/** Where applicants sign up for this company. */
export function ApplyLink() {
  const { data: own, isError } = useGetOwnProfileQuery();
  const toasts = useToasts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  if (own === undefined && isError) return null;

  const link = own && new URL(`/signup?apply=${encodeURIComponent(own.companySlug)}`, window.location.origin).href;
  const copy = async () => {
    input.current?.select();
    if (link !== undefined && (await copyText(link))) toasts.success('Link copied');
    else toasts.info('Your browser does not allow copying here. The link is selected: copy it with your keyboard.');
  };
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby={id}
      sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }, alignItems: 'center', gap: 2, p: { xs: 2, sm: 2.5 } }}
    >
      <Box>
        <Typography id={id} variant="h6" component="h2">
          Application link
        </Typography>
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary', textWrap: 'pretty' }}>
          Share with applicants. They see nothing until you choose their profile in Manage Users.
        </Typography>
      </Box>
      {link === undefined ? (
        <Skeleton variant="rounded" height={40} />
      ) : (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <OutlinedInput
            value={link}
            readOnly
            fullWidth
            inputRef={input}
            onFocus={({ target }) => {
              target.select();
            }}
            slotProps={{ input: { 'aria-labelledby': id } }}
            sx={{ minHeight: 40, height: 40, '& input': { fontSize: '0.875rem', textOverflow: 'ellipsis' } }}
          />
          <Button variant="outlined" startIcon={<CopyIcon sx={{ fontSize: 18 }} />} onClick={() => void copy()} sx={{ flexShrink: 0 }}>
            Copy
          </Button>
        </Box>
      )}
    </Paper>
  );
}
