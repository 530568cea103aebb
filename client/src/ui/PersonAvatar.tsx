import { t } from '@lingui/core/macro';
import { Avatar, type AvatarProps } from '@mui/material';
import { skipToken } from '@reduxjs/toolkit/query';

import { useReadPhotoQuery } from '~/api/photo';
import { initials } from '~/lib/format';

interface PersonAvatarProps extends AvatarProps {
  readonly fullName: string;
  readonly photoId: string | null | undefined;
  /** Null for one's own photo. */
  readonly userId?: string | null;
}

/** The photo of a person; the initials until it is there, and where there is none. */
export function PersonAvatar({ fullName, photoId, userId = null, ...avatar }: PersonAvatarProps) {
  const { currentData: src } = useReadPhotoQuery(typeof photoId === 'string' ? { userId, photoId } : skipToken);
  return (
    <Avatar {...avatar} {...(src !== undefined && { src, alt: t`Photo of ${fullName}` })}>
      {initials(fullName)}
    </Avatar>
  );
}
