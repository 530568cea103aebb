// Runs before the first paint: puts the stored theme, else the system's, on the body, so that nothing flashes.
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
  document.body.className = dark ? 'dark' : 'light';
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
})();
