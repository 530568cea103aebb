/** An address that breaks, where it must, before its @ first. */
export function Email({ children }: { readonly children: string }) {
  const at = children.lastIndexOf('@');
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  );
}
