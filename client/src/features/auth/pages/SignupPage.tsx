import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router';

import { BRAND_NAME } from '~/lib/brand';

import { AuthLayout } from '../components/AuthLayout';
import { SignupForm } from '../components/SignupForm';
import type { FlowState } from '../flowState';
import { onwardFrom, UNCLEAR } from '../nextStepRoutes';
import type { RegisterAnswer } from '../signupApi';

function Foot({ applies }: { readonly applies: boolean }) {
  return (
    <Typography variant="body2" component="div" sx={{ display: 'grid', gap: 1, color: 'text.secondary' }}>
      <span>
        Already have an account?{' '}
        <Link component={RouterLink} to="/login">
          Login
        </Link>
      </span>
      {applies && (
        <Link component={RouterLink} to="/signup" sx={{ justifySelf: 'start' }}>
          Register a company instead
        </Link>
      )}
    </Typography>
  );
}

/** Registers a company or, with `?apply=` and the company's name, applies to one. */
export function SignupPage() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const slug = query.get('apply')?.trim() ?? '';
  const applyTo = slug === '' ? null : slug;

  const goOn = async ({ userId, nextStep }: RegisterAnswer, contacts: FlowState['contacts']): Promise<string | null> => {
    const onward = onwardFrom({ userId, context: 'SIGNUP', temporaryPassword: false, contacts }, nextStep);
    if (onward === null || onward === 'complete') return UNCLEAR;
    await navigate(onward.path, { state: onward.state });
    return null;
  };

  const subtitle =
    applyTo === null
      ? `Create your account, then tell us about your company.`
      : `Create your account to apply and to follow your application on ${BRAND_NAME}.`;
  return (
    <AuthLayout title={applyTo === null ? 'Sign up' : 'Sign up to apply'} subtitle={subtitle} foot={<Foot applies={applyTo !== null} />}>
      <SignupForm applyTo={applyTo} onRegistered={goOn} />
    </AuthLayout>
  );
}
