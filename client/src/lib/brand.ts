function metaContent(name: string, fallback: string): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return content === undefined || content === '' ? fallback : content;
}

/** The product's name and tagline, as the page that the server sends says them. */
export const BRAND_NAME = metaContent('application-name', 'Waymark');
export const TAGLINE = metaContent('tagline', 'Guiding Every Step To Success');
