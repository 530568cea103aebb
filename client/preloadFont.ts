import type { HtmlTagDescriptor, Plugin } from 'vite';

const TEXT_FONT = /geist-latin-wght-normal-.*\.woff2$/u;

/** Asks for the text font with the page, before the styles do: fewer pages are drawn twice. */
export function preloadFont(): Plugin {
  return {
    name: 'waymark:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }): HtmlTagDescriptor[] =>
        Object.keys(bundle ?? {})
          .filter((name) => TEXT_FONT.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head-prepend',
          })),
    },
  };
}
