import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { isProblem } from '~/api/problem';
import { showFieldErrors } from '~/forms/problems';
import { normalizePhone } from '~/lib/contacts';
import { randomKey } from '~/lib/randomKey';
import { useToasts } from '~/ui/toasts/slice';

import { type CreateUserRequest, useCreateUserMutation } from './api';
import { createFailure } from './createFailure';
import { type CreateUserValues, EMPTY_USER } from './createUserSchema';

const FIELDS = Object.keys(EMPTY_USER) as (keyof CreateUserValues)[];

function requestOf({ access, phone, ...values }: CreateUserValues): CreateUserRequest {
  return { ...values, phone: normalizePhone(phone), isActive: access === 'active' };
}

/** A submission whose outcome nobody has told: the same once more is the same one to the server. */
interface Attempt {
  readonly key: string;
  readonly body: string;
}

const isOfFields = (error: unknown) => isProblem(error) && [400, 409, 422].includes(error.status);
const isUntold = (error: unknown) => isProblem(error) && (error.status === 0 || error.status >= 500);

/** Creates a user out of the form; true once they are. What the server refuses stands at its field, else above the buttons. */
export function useCreateUser(form: UseFormReturn<CreateUserValues>) {
  const toasts = useToasts();
  const [send, { isLoading }] = useCreateUserMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const untold = useRef<Attempt | null>(null);

  const create = async (values: CreateUserValues): Promise<boolean> => {
    setFailure(null);
    const createUserRequest = requestOf(values);
    const body = JSON.stringify(createUserRequest);
    const key = untold.current?.body === body ? untold.current.key : randomKey();
    const { error } = await send({ idempotencyKey: key, createUserRequest });
    untold.current = isUntold(error) ? { key, body } : null;
    if (error === undefined) {
      toasts.success('User created successfully!');
      return true;
    }
    if (!isOfFields(error) || !showFieldErrors(form, FIELDS, error)) setFailure(createFailure(error));
    return false;
  };

  return { create, creating: isLoading, failure };
}
