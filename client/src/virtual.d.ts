/** Made by client/commonPasswords.ts. */
declare module 'virtual:common-passwords' {
  const packed: string;
  export default packed;
}
