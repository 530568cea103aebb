import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router';

import { selectEndReason, selectLacksFactor, useClaims } from '~/api/session/slice';
import { isProfile, type Profile, PROFILE_LABELS } from '~/lib/profiles';
import { returnPathOf, safeReturnPath } from '~/lib/redirects';
import { lazyChunk } from '~/ui/lazyChunk';
import { PageNotLoaded } from '~/ui/PageNotLoaded';
import { PageSpinner } from '~/ui/PageSpinner';

const AccessDenied = lazyChunk(() => import('~/ui/AccessDenied'), (module) => module.AccessDenied, {
  fallback: <PageSpinner />,
  Failure: PageNotLoaded,
});

/** Only with a session; otherwise the login page, which returns here afterwards. Who lacks a second factor sets it up. */
export function RequireSession() {
  const claims = useClaims();
  const ended = useSelector(selectEndReason);
  const lacksFactor = useSelector(selectLacksFactor);
  const { pathname, search, hash } = useLocation();
  if (claims !== null) {
    const setup = `${claims.redirectTo === '/applicant-dashboard' ? claims.redirectTo : '/dashboard'}/profile`;
    return lacksFactor && pathname !== setup ? <Navigate to={setup} replace /> : <Outlet />;
  }
  if (ended === 'logout') return <Navigate to="/login" replace />;
  const from = safeReturnPath(pathname + search + hash);
  const to = ended === null ? '/login' : '/login?session=expired';
  return <Navigate to={to} replace state={from === null ? null : { from }} />;
}

/** One of the profiles, else a box that names them. */
export function RequireProfile({ anyOf }: { readonly anyOf: readonly Profile[] }) {
  const profile = useClaims()?.profile;
  if (isProfile(profile) && anyOf.includes(profile)) return <Outlet />;
  const labels = anyOf.map((required) => PROFILE_LABELS[required]).join(', ');
  return <AccessDenied required={`Required ${anyOf.length === 1 ? 'profile' : 'profiles'}: ${labels}`} />;
}

/** The dashboard is for accounts with a profile; applicants are sent to their portal. */
export function ApplicantsToPortal() {
  const claims = useClaims();
  return claims?.redirectTo === '/applicant-dashboard' ? <Navigate to="/applicant-dashboard" replace /> : <Outlet />;
}

/** The applicant portal is for those without a profile. */
export function RequireApplicant() {
  const claims = useClaims();
  return claims?.redirectTo === '/applicant-dashboard' ? <Outlet /> : <AccessDenied required="Required role: Applicant" />;
}

/** Pages before the sign-in; a signed-in user is sent to the page they came from. */
export function GuestOnly() {
  const claims = useClaims();
  const location = useLocation();
  if (claims === null) return <Outlet />;
  const landing = claims.redirectTo === '/applicant-dashboard' ? claims.redirectTo : '/dashboard';
  return <Navigate to={returnPathOf(location.state) ?? landing} replace />;
}
