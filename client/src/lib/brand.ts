function metaContent(name: string, fallback: string): string {
  // Pages that are drawn at build time; the server replaces the names in them.
  if (typeof document === 'undefined') return fallback;
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return content === undefined || content === '' ? fallback : content;
}

/** The product's name and tagline, as the page that the server sends says them. */
export const BRAND_NAME = metaContent('application-name', 'Waymark');
export const TAGLINE = metaContent('tagline', 'Guiding Every Step To Success');
