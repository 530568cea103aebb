import { t } from '@lingui/core/macro';
import { Box, Button, IconButton, InputAdornment } from '@mui/material';
import { useEffect, useState } from 'react';
import { useForm, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';

import { isProblem, SESSION_EXPIRED_MESSAGE } from '~/api/problem';
import { useGetOwnProfileQuery } from '~/api/profile';
import { useClaims } from '~/api/session/slice';
import { hasPeopleWithoutEmail, useSignInBy } from '~/api/signInBy';
import { useSendOnce } from '~/api/useSendOnce';
import { Form, FormActions, FormError } from '~/forms/Form';
import { StrengthMeter } from '~/forms/StrengthMeter';
import { TextField } from '~/forms/TextField';
import { useDraft } from '~/forms/useDraft';
import { showFieldErrors } from '~/forms/useZodForm';
import { normalizePhone } from '~/lib/contacts';
import { withWait } from '~/lib/format';
import { changedOwn } from '~/lib/ownFields';
import { isOwnField } from '~/lib/ownNames';
import { copyText } from '~/lib/saveFile';
import { useOwnFields } from '~/realtime/ownFields';
import { Notice } from '~/ui/Notice';
import { CopyIcon, EyeIcon, EyeOffIcon } from '~/ui/icons';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { useToasts } from '~/ui/toasts/slice';

import { byHandApi, type CreateUserRequest, type FieldRecord } from '../api';
import { AccessSwitch, createUserSchema, type CreateUserValues, EMPTY_USER, FormSection, MoreDetails, PersonalFields, PositionSection, rulesWith, withoutEmailSchema } from '../create/PersonalFields';

/** `onLeave` is called once the user is created, and when it is not to be. */
function CreateUserForm({ onLeave }: { readonly onLeave: () => void }) {
  const { edited } = useOwnFields();
  const form = useForm<CreateUserValues, unknown, CreateUserValues>({
    resolver: rulesWith(hasPeopleWithoutEmail(useSignInBy()) ? withoutEmailSchema : createUserSchema, edited),
    defaultValues: EMPTY_USER,
  });
  const userId = useClaims()?.userId ?? '';
  const dropDraft = useDraft({ form, name: 'new-user', userId });
  const usualLocation = useGetOwnProfileQuery().data?.defaultWorkLocation ?? '';
  // After the draft, which may hold another one.
  useEffect(() => {
    if (form.getValues('workLocation') === '') form.setValue('workLocation', usualLocation);
  }, [form, usualLocation]);
  const { create, creating, failure } = useCreateUser(form, edited);

  const leave = () => {
    dropDraft();
    onLeave();
  };
  const submit = async (values: CreateUserValues) => {
    if (await create(values)) leave();
  };
  return (
    <Form form={form} label={t`Add New User`} showsError={false} onSubmit={submit} gap={2}>
      <PersonalFields form={form} />
      <PositionSection form={form} />
      <MoreDetails form={form} />
      <FormSection title={t`Account Settings`}>
        <TemporaryPasswordField form={form} />
        <AccessSwitch form={form} hint={t`Off: no login and no invitation until you activate it.`} />
        <Notice role="alert" sx={{ gridColumn: '1 / -1' }}>
          {t`The user must change the password on first login.`}
        </Notice>
      </FormSection>
      <FormError message={failure} />
      <FormActions busy={creating} submitLabel={t`Create User`} busyLabel={t`Creating User...`} mayCancel onCancel={leave} />
    </Form>
  );
}

function requestOf({ access, phone, email, code, ...values }: CreateUserValues, own: readonly FieldRecord[]): CreateUserRequest {
  const fields = changedOwn(own, {}, values);
  const others = Object.fromEntries(Object.entries(values).filter(([name]) => !isOwnField(name))) as typeof values;
  return {
    ...others,
    email: email === '' ? null : email,
    ...(code !== '' && { code }),
    phone: normalizePhone(phone),
    isActive: access === 'active',
    ...(Object.keys(fields).length > 0 && { fields }),
  };
}

const isOfFields = (error: unknown) => isProblem(error) && [400, 409, 422].includes(error.status);

/** Creates a user from the form; true on success. The server's errors show at their fields, else above the buttons. */
function useCreateUser(form: UseFormReturn<CreateUserValues>, own: readonly FieldRecord[]) {
  const toasts = useToasts();
  const [send, { isLoading }] = byHandApi.useCreateUserMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const sendOnce = useSendOnce();

  const create = async (values: CreateUserValues): Promise<boolean> => {
    setFailure(null);
    const createUserRequest = requestOf(values, own);
    const { error } = await sendOnce(JSON.stringify(createUserRequest), (idempotencyKey) => send({ idempotencyKey, createUserRequest }));
    if (error === undefined) {
      toasts.success(t`User created successfully!`);
      return true;
    }
    if (!isOfFields(error) || !showFieldErrors(form, error)) setFailure(createFailure(error));
    return false;
  };

  return { create, creating: isLoading, failure };
}

function createFailure(error: unknown): string {
  if (!isProblem(error)) return t`Failed to create user: Unknown error`;
  const { status, code, message, retryAfter } = error;
  if (status === 401) return t(SESSION_EXPIRED_MESSAGE);
  if (status === 403) return t`Access denied. You do not have permission to create users.`;
  if (status === 500) return t`Server error: ${{ reason: code === 'unknown' ? t`Unknown server error` : message }}`;
  return t`Failed to create user: ${{ reason: withWait(message === '' ? t`Unknown error` : message, retryAfter) }}`;
}

const NAME = 'temporaryPassword';

function TemporaryPasswordField({ form }: { readonly form: UseFormReturn<CreateUserValues> }) {
  const { control } = form;
  const { errors } = useFormState({ control, name: NAME });
  const toasts = useToasts();
  const [shown, setShown] = useState(false);
  const [fullName, email, password] = useWatch({ control, name: ['fullName', 'email', NAME] });

  const generate = () => {
    form.setValue(NAME, generateTemporaryPassword(), { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    form.clearErrors(NAME);
    setShown(true);
  };
  const copy = async () => {
    if (await copyText(password)) {
      toasts.success(t`Password copied`);
      return;
    }
    setShown(true);
    toasts.info(t`Your browser does not allow copying here. Select the password and copy it with your keyboard.`);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <TextField
        control={control}
        name={NAME}
        label={t`Temporary password`}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        hint={t`Sent in the invitation; works for 72 hours.`}
        aside={
          <Button size="small" variant="text" onClick={generate} sx={{ flexShrink: 0, minHeight: 24, py: 0, px: 0.75, mr: -0.75 }}>
            {t`Generate password`}
          </Button>
        }
        endAdornment={
          <InputAdornment position="end">
            {password !== '' && (
              <IconButton size="small" aria-label={t`Copy temporary password`} onClick={() => void copy()}>
                <CopyIcon fontSize="small" />
              </IconButton>
            )}
            <IconButton
              edge="end"
              size="small"
              aria-label={shown ? t`Hide temporary password` : t`Show temporary password`}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOffIcon fontSize="small" /> : <EyeIcon fontSize="small" />}
            </IconButton>
          </InputAdornment>
        }
      />
      {password !== '' && <StrengthMeter password={password} person={{ fullName, email }} fieldError={errors[NAME]?.message} />}
    </Box>
  );
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@#$';
const LENGTH = 12;
const BYTE_VALUES = 256;
// Random values above the last whole multiple of the alphabet would favour some characters.
const FAIR_BELOW = BYTE_VALUES - (BYTE_VALUES % ALPHABET.length);

const fits = (password: string) => password.length === LENGTH && /[a-z]/u.test(password) && /[A-Z]/u.test(password) && /\d/u.test(password);

/** Twelve random characters out of letters, digits and @ # $; one of each case and a digit are always among them. */
export function generateTemporaryPassword(): string {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(LENGTH * 2));
    const drawn = Array.from(bytes).filter((byte) => byte < FAIR_BELOW).slice(0, LENGTH);
    const password = drawn.map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
    if (fits(password)) return password;
  }
}

export function NewUserPage() {
  const navigate = useNavigate();
  return (
    <PageShell>
      <Box sx={{ maxWidth: 760, mx: 'auto' }}>
        <BackLink to="/dashboard/users" />
        <PageHeader title={t`Add New User`} subtitle={t`We email the invitation when you create the account.`} />
        <CreateUserForm onLeave={() => void navigate('/dashboard/users')} />
      </Box>
    </PageShell>
  );
}
