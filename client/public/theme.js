// Runs before there is a body: it gets the stored theme, else the system's, as it comes, so that nothing flashes.
(function () {
  var stored = null;
  try {
    stored = window.localStorage.getItem('theme');
  } catch (error) {
    console.warn('The theme could not be read.', error);
  }
  var dark =
    stored === 'dark' ||
    (stored !== 'light' && !!window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches);
  var root = document.documentElement;
  root.style.colorScheme = dark ? 'dark' : 'light';
  new MutationObserver(function (_changes, observer) {
    if (document.body === null) return;
    observer.disconnect();
    document.body.className = dark ? 'dark' : 'light';
  }).observe(root, { childList: true });
})();
