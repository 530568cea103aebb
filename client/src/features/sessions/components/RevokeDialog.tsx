import { messageOf } from '~/api/problem';
import { formatMoment } from '~/lib/format';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { useToasts } from '~/ui/toasts/slice';

import { type SessionItem, useEndOneMutation, useEndOthersMutation } from '../api';

/** One device, or all but this one. */
export type Revocation = SessionItem | 'others';

interface RevokeDialogProps {
  readonly revocation: Revocation;
  readonly others: readonly SessionItem[];
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

function titleOf(revocation: Revocation): string {
  return revocation === 'others' ? 'Log out all other devices?' : `Log out ${revocation.device}?`;
}

/** What will be logged out, by name. */
function Consequence({ revocation, others }: Pick<RevokeDialogProps, 'revocation' | 'others'>) {
  if (revocation !== 'others') {
    return (
      <>
        <strong>{revocation.device}</strong> ({revocation.address ?? 'unknown address'}, last seen{' '}
        {formatMoment(revocation.lastSeenAt)}) is logged out at once. To use it again, log in there.
      </>
    );
  }
  return (
    <>
      <strong>{others.map(({ device }) => device).join(', ')}</strong>: {others.length === 1 ? 'it is' : 'they are'} logged
      out at once. This device stays logged in.
    </>
  );
}

/** Asks before a device is logged out. */
export function RevokeDialog({ revocation, others, open, onClose, onClosed }: RevokeDialogProps) {
  const toasts = useToasts();
  const [endOne, one] = useEndOneMutation();
  const [endOthers, all] = useEndOthersMutation();

  const confirm = async () => {
    const { data, error } = await (revocation === 'others' ? endOthers() : endOne({ sessionId: revocation.id }));
    onClose();
    if (data === undefined) toasts.error(messageOf(error, 'The device could not be logged out.'));
    else toasts.success(data.message);
  };

  return (
    <ConfirmDialog
      open={open}
      title={titleOf(revocation)}
      confirmLabel={revocation === 'others' ? 'Log Out All' : 'Log Out'}
      destructive
      busy={one.isLoading || all.isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
      onClosed={onClosed}
    >
      <Consequence revocation={revocation} others={others} />
    </ConfirmDialog>
  );
}
