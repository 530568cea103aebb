import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type DragEvent, useRef, useState } from 'react';

import { radius } from '~/theme/tokens';
import { UploadIcon } from '~/ui/icons';

interface DropZoneProps {
  readonly onFile: (file: File) => void;
}

/** A drop target for a file, with a button for keyboards and screen readers. */
export function DropZone({ onFile }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined) onFile(file);
  };
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };

  return (
    <Box
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event: DragEvent) => {
        drag(false)(event);
        take(event.dataTransfer.files);
      }}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        alignContent: 'center',
        gap: 0.75,
        minHeight: 260,
        px: 3,
        py: 5,
        textAlign: 'center',
        border: '1.5px dashed',
        borderColor: over ? 'primary.main' : 'surface.controlLine',
        borderRadius: radius.panel,
        bgcolor: over ? 'soft.accent' : 'background.paper',
        transition: 'background-color 120ms, border-color 120ms',
      }}
    >
      <Box sx={{ display: 'grid', placeItems: 'center', width: 44, height: 44, mb: 1, borderRadius: radius.panel, bgcolor: 'soft.accent', color: 'primary.main' }}>
        <UploadIcon fontSize="small" />
      </Box>
      <Typography variant="h5" component="p">
        Drop a CSV file here
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        or choose it from this device; Excel and OpenDocument files are read too. Maximum size 10MB.
      </Typography>
      <Button
        variant="contained"
        sx={{ mt: 2 }}
        onClick={() => {
          input.current?.click();
        }}
      >
        Choose CSV File
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,.xlsm,.xlsb,.xls,.ods,text/csv"
        aria-label="CSV file"
        tabIndex={-1}
        className="visually-hidden"
        onChange={(event) => {
          take(event.currentTarget.files);
          // Choosing the same file again, corrected meanwhile, must fire `change` too.
          event.currentTarget.value = '';
        }}
      />
    </Box>
  );
}
