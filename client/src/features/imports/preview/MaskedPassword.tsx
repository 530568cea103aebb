/** A placeholder: the password does not exist before the invitation is sent. */
export function MaskedPassword() {
  return (
    <>
      <span aria-hidden style={{ letterSpacing: '0.1em' }}>
        ••••••••
      </span>
      <span className="visually-hidden">made later</span>
    </>
  );
}
