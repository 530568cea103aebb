import { t } from '@lingui/core/macro';
import { useState } from 'react';

import type { OwnProfile } from '~/api/profile';
import { base64Of } from '~/lib/base64';
import { ImageField } from '~/ui/ImageField';
import { PersonAvatar } from '~/ui/PersonAvatar';
import { useToasts } from '~/ui/toasts/slice';
import { useAct } from '~/ui/toasts/useAct';

import { sessionsApi } from '../api';

/** As JPEG it has less than 40 KB, whatever it shows. */
const SIDE = 192;
const QUALITY = 0.85;

/** The middle of a photo, upright, as a small square: where it was taken and what else its file says stays here. */
async function squareOf(file: File): Promise<Blob | null> {
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width, height } = photo;
  const side = Math.min(width, height);
  const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.fillStyle = 'white';
  context.fillRect(0, 0, SIDE, SIDE);
  context.imageSmoothingQuality = 'high';
  context.drawImage(photo, (width - side) / 2, (height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  photo.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

/** The own photo: chosen, replaced and removed. */
export function OwnPhoto({ profile: { fullName, photoId } }: { readonly profile: OwnProfile }) {
  const send = useAct(sessionsApi.useChangeOwnPhotoMutation(), t`The photo could not be saved.`, () => t`The photo is saved.`);
  const remove = useAct(sessionsApi.useRemoveOwnPhotoMutation(), t`The photo could not be removed.`, () => t`The photo is removed.`);
  const toasts = useToasts();
  const [making, setMaking] = useState(false);

  const choose = async (file: File) => {
    setMaking(true);
    const square = await squareOf(file).catch(() => null);
    setMaking(false);
    if (square === null) toasts.error(t`This photo cannot be read. Choose another one, as JPEG, PNG or WebP.`);
    else await send.act({ photoRequest: { content: await base64Of(square) } });
  };

  return (
    <ImageField
      label={t`Photo`}
      note={t`A PNG, JPEG or WebP image of any size; the middle of it is used. People who manage accounts in your company see it.`}
      image={<PersonAvatar fullName={fullName} photoId={photoId} sx={{ width: 72, height: 72, fontSize: 24 }} />}
      chooseLabel={photoId === null ? t`Choose a photo` : t`Change the photo`}
      busy={making || send.busy}
      onChoose={choose}
      removal={photoId !== null && { title: t`Remove your photo?`, children: t`Your initials are shown in its place.`, busy: remove.busy, onConfirm: () => remove.act() }}
    />
  );
}
