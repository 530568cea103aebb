import { plural, t } from '@lingui/core/macro';
import { Box, Button, Typography } from '@mui/material';
import { useRef, useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { Typed } from '~/forms/TextField';
import { joined } from '~/lib/texts';
import { translated } from '~/lib/sentences';
import { FormDialog } from '~/ui/FormDialog';
import { Notice } from '~/ui/Notice';
import { Entries, Line } from '~/ui/Panel';

import { interviewsApi, type ReadPanels, type RoundDetail, useSendPanelsFileMutation } from '../api';

const FILES = '.csv,.txt,.tsv,.xlsx,.xlsm,.xlsb,.xls,.ods,text/csv';
/** The headings of a file, as the server reads them: no texts of a page. */
const HEADINGS = ['panel', 'place', 'link', 'from', 'to', 'emails'];

const cells = (line: string) => line.split(/\t|;/u).map((cell) => cell.trim());
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** What is typed or pasted out of a table, as the file that it would be; its headings may be left out. */
function fileOf(typed: string): File {
  const rows = typed.split(/\n+/u).filter((line) => line.trim() !== '').map(cells);
  const hasHeadings = rows[0]?.[0]?.toLowerCase() === 'panel';
  const text = (hasHeadings ? rows : [HEADINGS, ...rows]).map((row) => row.map(quoted).join(',')).join('\n');
  return new File([text], 'panels.csv', { type: 'text/csv' });
}

function Read({ read: { panels, problems } }: { readonly read: ReadPanels }) {
  return (
    <>
      <Typography role="status" variant="subtitle1" component="p">
        {joined(' · ', [plural(panels.length, { one: '# panel read', other: '# panels read' }), problems.length > 0 && plural(problems.length, { one: '# line with a problem is left out', other: '# lines with a problem are left out' })])}
      </Typography>
      {problems.length > 0 && (
        <Notice severity="warning">
          <Box component="ul" aria-label={t`What cannot be read`} sx={{ m: 0, pl: 2 }}>
            {problems.map(({ line, text, reason }) => (
              <li key={`${line}${text}`}>
                {t`Line ${line}: “${text}”`} {translated(reason)}
              </li>
            ))}
          </Box>
        </Notice>
      )}
      <Box tabIndex={0} role="region" aria-label={t`Panels`} sx={{ maxHeight: 280, overflowY: 'auto' }}>
        <Entries label={t`Panels`}>
          {panels.map(({ name, place, link, from, to, panelists }) => (
            <Line key={name} what={name}>
              {joined(' · ', [`${from} – ${to}`, place ?? link ?? false, plural(panelists.length, { 0: 'No panelist', one: '# panelist', other: '# panelists' })])}
            </Line>
          ))}
        </Entries>
      </Box>
    </>
  );
}

/** Several panels at once, pasted or by a file: what was read is seen before any is added. */
export function PanelsDialog({ round, onClose }: { readonly round: RoundDetail; readonly onClose: () => void }) {
  const input = useRef<HTMLInputElement | null>(null);
  const [typed, setTyped] = useState('');
  const [read, setRead] = useState<ReadPanels | null>(null);
  const [send, sending] = useSendPanelsFileMutation();
  const [add, adding] = interviewsApi.useAddPanelsMutation();
  const readFile = async (file: File) => {
    adding.reset();
    const { data } = await send({ roundId: round.id, file });
    setRead(data ?? null);
  };
  const submit = async () => {
    if (read === null) {
      await readFile(fileOf(typed));
      return;
    }
    const { error } = await add({ roundId: round.id, panelsRequest: { panels: read.panels } });
    if (error === undefined) onClose();
  };
  const failure = adding.error ?? sending.error;
  const said = isProblem(failure) ? Object.values(failure.errors ?? {})[0] : undefined;
  const count = read?.panels.length ?? 0;
  return (
    <FormDialog
      title={t`Add panels`}
      isSheet
      submitLabel={read === null ? t`Read` : plural(count, { one: 'Add # Panel', other: 'Add # Panels' })}
      busy={sending.isLoading || adding.isLoading}
      disabled={read === null && typed.trim() === ''}
      hasSubmit={read === null || count > 0}
      back={read === null ? undefined : () => setRead(null)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormError message={failure === undefined ? null : (said ?? messageOf(failure, t`The panels could not be added.`))} />
      {read === null ? (
        <>
          <Typed
            label={t`One panel a line`}
            hint={t`Paste the cells of a table, or write them with semicolons: panel; place; link; from; to; emails of panelists with commas. For example: Panel B; Room 204; ; 09:30; 13:00; tara@example.com`}
            multiline
            minRows={5}
            maxRows={12}
            value={typed}
            onType={setTyped}
          />
          <Box>
            <input
              ref={input}
              type="file"
              accept={FILES}
              hidden
              aria-label={t`Choose a File`}
              onChange={({ target }) => {
                const file = target.files?.[0];
                target.value = '';
                if (file !== undefined) void readFile(file);
              }}
            />
            <Button variant="outlined" size="small" onClick={() => input.current?.click()}>
              {t`Choose a File`}
            </Button>
          </Box>
        </>
      ) : (
        <Read read={read} />
      )}
    </FormDialog>
  );
}
