import { useSearchParams } from 'react-router';

import { ACTIONS } from './actions';
import type { AuditAction } from './api';

interface AuditView {
  readonly action: AuditAction | null;
  readonly search: string;
  readonly page: number;
}

/** Filter, search and page of the trail, kept in the URL. A changed filter starts at the first page. */
export function useAuditParams() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('action');
  const view: AuditView = {
    action: ACTIONS.find(({ action }) => action === asked)?.action ?? null,
    search: params.get('search') ?? '',
    page: Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1),
  };

  const show = (change: Partial<AuditView>, { replace = false } = {}) => {
    const { action, search, page } = { ...view, page: 1, ...change };
    const next = new URLSearchParams();
    if (action !== null) next.set('action', action);
    if (search !== '') next.set('search', search);
    if (page > 1) next.set('page', String(page));
    setParams(next, { replace, preventScrollReset: true });
  };

  return { ...view, show };
}
