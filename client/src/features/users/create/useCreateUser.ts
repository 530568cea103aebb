import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { isProblem } from '~/api/problem';
import { showFieldErrors } from '~/forms/problems';
import { normalizePhone } from '~/lib/contacts';
import { randomKey } from '~/lib/randomKey';
import { useToasts } from '~/ui/toasts/slice';

import { type CreateUserRequest, useCreateUserMutation } from '../api';
import { createFailure } from './createFailure';
import type { CreateUserValues } from './createUserSchema';

function requestOf({ access, phone, email, code, ...values }: CreateUserValues): CreateUserRequest {
  const names = { ...(email !== '' && { email }), ...(code !== '' && { code }) };
  return { ...values, ...names, phone: normalizePhone(phone), isActive: access === 'active' };
}

/** A submission without a known outcome: the server takes its repeat for the same one. */
interface Attempt {
  readonly key: string;
  readonly body: string;
}

const isOfFields = (error: unknown) => isProblem(error) && [400, 409, 422].includes(error.status);
const isPending = (error: unknown) => isProblem(error) && (error.status === 0 || error.status >= 500);

/** Creates a user from the form; true on success. The server's errors show at their fields, else above the buttons. */
export function useCreateUser(form: UseFormReturn<CreateUserValues>) {
  const toasts = useToasts();
  const [send, { isLoading }] = useCreateUserMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const pendingAttempt = useRef<Attempt | null>(null);

  const create = async (values: CreateUserValues): Promise<boolean> => {
    setFailure(null);
    const createUserRequest = requestOf(values);
    const body = JSON.stringify(createUserRequest);
    const key = pendingAttempt.current?.body === body ? pendingAttempt.current.key : randomKey();
    const { error } = await send({ idempotencyKey: key, createUserRequest });
    pendingAttempt.current = isPending(error) ? { key, body } : null;
    if (error === undefined) {
      toasts.success('User created successfully!');
      return true;
    }
    if (!isOfFields(error) || !showFieldErrors(form, error)) setFailure(createFailure(error));
    return false;
  };

  return { create, creating: isLoading, failure };
}
