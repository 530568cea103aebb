export const BRAND_NAME = 'Waymark';
export const TAGLINE = 'Guiding Every Step To Success';
