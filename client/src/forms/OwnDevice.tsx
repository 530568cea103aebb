import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { useEffect, useState } from 'react';

import { OWN_DEVICE, ownDeviceSaid, useOwnSheets } from '~/api/sheets/slice';
import { useAppDispatch } from '~/lib/dispatch';
import { writeItem } from '~/lib/storage';
import { joined } from '~/lib/texts';
import { Notice } from '~/ui/Notice';

import { SwitchLine } from './RadioField';

/** Whether the browser has promised not to remove what is kept; null where it has not been asked. */
function usePersistence(isAsked: boolean): boolean | null {
  const [isPromised, setIsPromised] = useState<boolean | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    const storage = navigator.storage as StorageManager | undefined;
    void (storage?.persist() ?? Promise.resolve(false)).catch(() => false).then(setIsPromised);
  }, [isAsked]);
  return isAsked ? isPromised : null;
}

interface OwnDeviceProps {
  /** What the device would keep, and what it keeps after the yes. */
  readonly offered: string;
  readonly kept: string;
}

/** One yes for this device: only then it keeps anything. */
export function OwnDevice({ offered, kept }: OwnDeviceProps) {
  const dispatch = useAppDispatch();
  const { by, isOwnDevice, canKeep } = useOwnSheets();
  const isPromised = usePersistence(isOwnDevice);
  const say = (isOwn: boolean) => {
    const value = isOwn ? by : '';
    writeItem('localStorage', OWN_DEVICE, value);
    dispatch(ownDeviceSaid(value));
  };
  return (
    <Box sx={{ display: 'grid', gap: 1, mb: 2 }}>
      <SwitchLine label={t`This is my phone`} hint={isOwnDevice ? joined(' ', [kept, isPromised === false && t`This browser may remove what is kept when space runs out. Send marks soon.`]) : offered} checked={isOwnDevice} onSwitch={say} />
      {!canKeep && <Notice severity="warning">{t`This browser could not keep the marks. Leave the page open until they are sent.`}</Notice>}
    </Box>
  );
}
