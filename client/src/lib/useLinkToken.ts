import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The token behind the # of a mail's link; it leaves the address, and with it the history, at once. "" without one. */
export function useLinkToken(): string {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(hash.slice(1));
  // The link of another mail, opened on this page.
  if (hash !== '' && hash.slice(1) !== token) setToken(hash.slice(1));
  useEffect(() => {
    if (hash !== '') void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return token;
}
