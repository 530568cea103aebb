import { useEffect, useEffectEvent, useRef } from 'react';

import { FIELDS, type Field, type ImportMode, type ProblemOfRows, type ValueOfRows } from '../api';
import { useListImportProblemsQuery, useListImportValuesQuery } from '../mendingApi';
import { TAKEN } from '../modes';
import { choicesOf, constantOf } from './fields';
import { type Cause, isSame } from './useCause';

/** So many causes the server lists. */
const MOST_LISTED = 50;

/** A value of invalid rows that its field does not know. */
export interface OtherValue extends ValueOfRows {
  readonly field: Field;
}

function useOtherValuesOf(importId: string, field: Field, problems: readonly ProblemOfRows[]): readonly OtherValue[] {
  const isRefused = problems.some((problem) => problem.field === field);
  const { data } = useListImportValuesQuery({ importId, field, status: 'invalid' }, { skip: !isRefused });
  const options = choicesOf(field) ?? {};
  if (!isRefused) return [];
  // One row without a value is mended in its cell.
  const others = (data?.values ?? []).filter(({ value, rows }) => (value !== '' || rows > 1) && !(constantOf(field, value) in options));
  return others.map((value) => ({ ...value, field }));
}

interface ProblemsOptions {
  readonly mode: ImportMode;
  /** Rows of people who have an account, which the choice of the mode has counted already. */
  readonly known: number;
  readonly cause: Cause | null;
  /** The address names a cause that no row has any more. */
  readonly onGone: () => void;
}

/** The causes of refusals, most rows first, and the values that no field knows. */
export function useProblems(importId: string, { mode, known, cause, onGone }: ProblemsOptions) {
  const { data, isFetching } = useListImportProblemsQuery({ importId, mode });
  const all = data?.problems ?? [];
  const problems = all.filter(({ message, rows }) => message !== TAKEN || (mode === 'create' && rows > known));
  const isLoaded = data !== undefined && !isFetching;
  const isGone = cause !== null && all.length < MOST_LISTED && !all.some((problem) => isSame(cause, problem));

  // What is mended here stays on screen; only an address that is opened later is corrected.
  const isChecked = useRef(false);
  const check = useEffectEvent(() => {
    if (isChecked.current || !isLoaded) return;
    isChecked.current = true;
    if (isGone) onGone();
  });
  useEffect(() => {
    check();
  }, [isLoaded]);

  const gender = useOtherValuesOf(importId, 'gender', problems);
  const profile = useOtherValuesOf(importId, 'profile', problems);
  const role = useOtherValuesOf(importId, 'role', problems);
  const values = FIELDS.flatMap((field) => [...gender, ...profile, ...role].filter((value) => value.field === field));
  return { problems, values };
}
