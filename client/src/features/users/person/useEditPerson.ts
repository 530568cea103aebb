import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Resolver, useForm, type UseFormReturn } from 'react-hook-form';

import type { EditConflict } from '~/api/editConflict';
import { isProblem, messageOf } from '~/api/problem';
import { useClaims } from '~/api/session/slice';
import { type Draft, dropDraft, keepDraft, readDraft } from '~/forms/useDraft';
import { showFieldErrors } from '~/forms/useZodForm';
import type { Change } from '~/lib/changes';
import { useToasts } from '~/ui/toasts/slice';

import { useEditSingleUserMutation, type UserRecord } from '../api';
import { createUserSchema, type CreateUserValues } from '../create/createUserSchema';
import { UPDATE_FAILED } from '../row/useRowEdit';
import { changedFields, type Clash, describe, type FieldName, merge, requestOf, sayConflict, valuesOf } from './personValues';

const check = zodResolver(createUserSchema);

/**
 * The rules of a new account for what has changed. What an import has left empty or its rules have let through can stay,
 * as the server has it, too.
 */
const judgeChanges: Resolver<CreateUserValues, CreateUserValues> = async (values, base, options) => {
  const { errors } = await check(values, undefined, options);
  const judged = new Set<string>(changedFields(values, base ?? values));
  if (judged.has('profile')) judged.add('role');
  const left = Object.fromEntries(Object.entries(errors).filter(([name]) => judged.has(name)));
  return Object.keys(left).length === 0 ? { values, errors: {} } : { values: {}, errors: left };
};

/** The form of a person who has an account; `base` is what was read from the server. */
function usePersonForm(values: CreateUserValues, base: CreateUserValues): UseFormReturn<CreateUserValues> {
  return useForm<CreateUserValues, CreateUserValues>({
    resolver: judgeChanges,
    context: base,
    defaultValues: values,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: true,
  });
}

const nameOf = (id: string) => `person:${id}`;
const WAS = 'was:';

interface Edited {
  readonly id: string;
  /** The account that edits. */
  readonly own: string;
}

/** Keeps what was typed beside what it replaces, so that a later change of the same field is noticed. */
function keepTyped({ id, own }: Edited, values: CreateUserValues, base: CreateUserValues): void {
  const names = changedFields(values, base);
  const typed = names.flatMap((name) => [[name, values[name]], [WAS + name, base[name]]] as const);
  if (names.length === 0) dropDraft(nameOf(id));
  else keepDraft(nameOf(id), own, Object.fromEntries(typed));
}

function dropTyped({ id }: Edited): void {
  dropDraft(nameOf(id));
}

/** The form's first values: those of the person, with what was typed before a reload; and the fields changed since. */
function withTyped({ id, own }: Edited, theirs: CreateUserValues) {
  const draft: Draft = readDraft(nameOf(id), own) ?? {};
  const names = Object.keys(draft).filter((name): name is FieldName => name in theirs && !name.startsWith(WAS));
  const part = (prefix: string) => Object.fromEntries(names.map((name) => [name, draft[prefix + name]])) as Partial<CreateUserValues>;
  return merge({ mine: { ...theirs, ...part('') }, base: { ...theirs, ...part(WAS) }, theirs });
}

/** What others have changed since the version that is edited. */
interface Met {
  readonly sentence: string;
  /** Taken over, as nothing else was typed. */
  readonly taken: readonly Change[];
  readonly clashes: readonly Clash[];
}

type Choices = Readonly<Partial<Record<FieldName, 'mine' | 'theirs'>>>;

const meanwhile = (fullName: string) => `${fullName} was changed meanwhile.`;

export const clashId = (name: FieldName) => `clash-${name}`;

/** Edits all fields of a person against the version on screen. Nothing that was typed is lost when others have changed it. */
export function useEditPerson(user: UserRecord) {
  const toasts = useToasts();
  const edited = { id: user.id, own: useClaims()?.userId ?? '' };
  const [edit, { isLoading: saving }] = useEditSingleUserMutation();
  const [base, setBase] = useState(user);
  const [start] = useState(() => withTyped(edited, valuesOf(user)));
  const form = usePersonForm(start.values, valuesOf(base));
  const [met, setMet] = useState<Met | null>(
    start.clashes.length === 0 ? null : { sentence: meanwhile(user.fullName), taken: [], clashes: start.clashes },
  );
  const [choices, setChoices] = useState<Choices>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [saved, setSaved] = useState<readonly Change[] | null>(null);

  const changedElsewhere = user.version > base.version ? changedFields(valuesOf(user), valuesOf(base)) : [];
  // Another version of what the form does not show.
  if (user.version > base.version && changedElsewhere.length === 0 && !saving) setBase(user);

  const keep = useEffectEvent((values: CreateUserValues) => keepTyped(edited, values, valuesOf(base)));
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keep(values),
      }),
    [form],
  );

  const rebase = (now: UserRecord, sentence: string) => {
    const [mine, was, theirs] = [form.getValues(), valuesOf(base), valuesOf(now)];
    const { values, clashes } = merge({ mine, base: was, theirs });
    const typed = new Set<FieldName>(changedFields(mine, was));
    const taken = changedFields(theirs, was).filter((name) => !typed.has(name));
    setBase(now);
    setMet({ sentence, taken: describe(taken, was, theirs), clashes });
    setChoices({});
    form.reset(values, { keepErrors: true });
    keepTyped(edited, values, theirs);
  };

  const meet = (conflict: EditConflict) => {
    rebase(conflict.current, sayConflict(conflict) ?? meanwhile(conflict.current.fullName));
  };

  const finish = (now: UserRecord, names: readonly FieldName[]) => {
    setSaved(describe(names.filter((name) => name !== 'email' || now.email !== base.email), valuesOf(base), valuesOf(now)));
    setBase(now);
    setMet(null);
    form.reset(valuesOf(now));
    dropTyped(edited);
    toasts.success('User updated successfully');
  };

  const save = async (values: CreateUserValues) => {
    setFailure(null);
    setSaved(null);
    const open = met?.clashes.find(({ name }) => choices[name] === undefined);
    if (open !== undefined) {
      setFailure('Two have changed the same. Please choose for each field: “Keep mine” or “Take theirs”.');
      document.getElementById(clashId(open.name))?.focus();
      return;
    }
    const names = changedFields(values, valuesOf(base));
    if (names.length === 0) {
      setSaved([]);
      setMet(null);
      return;
    }
    const { data, error } = await edit({ userId: user.id, editUserRequest: { ...requestOf(values, names), version: base.version } });
    if (data !== undefined) finish(data, names);
    else if (isProblem(error) && error.met !== undefined) meet(error.met);
    else if (!showFieldErrors(form, error)) setFailure(messageOf(error, UPDATE_FAILED));
  };

  return {
    form,
    saving,
    failure,
    /** What the last save has changed; empty where nothing had to. */
    saved,
    met,
    choices,
    save,
    choose: ({ name, mine, theirs }: Clash, choice: 'mine' | 'theirs') => {
      setChoices({ ...choices, [name]: choice });
      form.setValue(name, choice === 'mine' ? mine : theirs, { shouldDirty: true });
      form.clearErrors(name);
    },
    /** The sentence of a change that is announced and not shown yet. */
    announced: changedElsewhere.length > 0 && !saving ? meanwhile(user.fullName) : null,
    takeOver: () => rebase(user, meanwhile(user.fullName)),
    undo: () => {
      form.reset(valuesOf(base));
      setMet(null);
      setFailure(null);
      dropTyped(edited);
    },
  };
}

export type PersonEdit = ReturnType<typeof useEditPerson>;
