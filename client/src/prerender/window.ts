/** What modules ask of their window while pages are drawn at build time: nothing is stored, and all that browsers can do. */
const drawing = { location: new URL('http://localhost/'), PublicKeyCredential: {} };

Reflect.set(globalThis, 'window', drawing);
