import { useState } from 'react';

import type { UserRecord } from '../api';

type What = 'delete' | 'deactivate' | 'signOut';

interface Question {
  readonly what: What;
  readonly user: UserRecord;
}

/** What an administrator is asked before an act on one user; `user` is kept while the dialog closes. */
export function useQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);
  const [asking, setAsking] = useState(false);
  return {
    asking,
    user: question?.user ?? null,
    isOpen: (what: What) => asking && question?.what === what,
    ask: (what: What) => (user: UserRecord) => {
      setQuestion({ what, user });
      setAsking(true);
    },
    close: () => {
      setAsking(false);
    },
  };
}

export type UserQuestion = ReturnType<typeof useQuestion>;
