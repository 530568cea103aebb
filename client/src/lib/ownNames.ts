/** A company's own field where fields are named beside those that all people have, in forms and in the server's answers. */
export type OwnName = `field:${string}`;
/** The values of a form by these names: see `typedOf`. */
export type OwnTyped = Partial<Record<OwnName, string>>;
export const isOwnField = (name: string | null): name is OwnName => name?.startsWith('field:') ?? false;
export const nameOfOwn = ({ key }: { readonly key: string }): OwnName => `field:${key}`;
