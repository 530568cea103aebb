// Runs before there is a body: it gets the stored theme, else the system's, as it comes, so that nothing flashes.
(function () {
  var root = document.documentElement;
  var stored = null;
  try {
    stored = window.localStorage.getItem('theme');
    // Another page follows than the one that the build has drawn: base.css hides that one.
    root.toggleAttribute('data-signed-in', window.localStorage.getItem('authToken') !== null);
  } catch (error) {
    console.warn('The theme could not be read.', error);
  }
  var dark =
    stored === 'dark' ||
    (stored !== 'light' && !!window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches);
  root.style.colorScheme = dark ? 'dark' : 'light';
  new MutationObserver(function (_changes, observer) {
    if (document.body === null) return;
    observer.disconnect();
    document.body.className = dark ? 'dark' : 'light';
  }).observe(root, { childList: true });

  // A form is sent by the application alone: its address would hold a password. What comes too early is sent later.
  document.addEventListener('submit', function (event) {
    if (event.defaultPrevented) return;
    event.preventDefault();
    root.toggleAttribute('data-sent', true);
  });

  // A link in such a form takes along what was typed, as "Forgot password?" does: it is followed by the application.
  document.addEventListener('click', function (event) {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    var link = event.target.closest('[data-form] form a[href]');
    if (link === null) return;
    event.preventDefault();
    root.dataset.followed = link.getAttribute('href');
  });

  // A page that the build has drawn is painted before its application is fetched, with all files of the page at once.
  var files = (document.currentScript.dataset.application || '').split(' ');
  if (files[0] === '') return;
  function start() {
    files.slice(1).forEach(function (file) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: file }));
    });
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: files[0] }));
  }
  document.addEventListener('DOMContentLoaded', function () {
    // A hidden page has no frames.
    if (document.hidden) start();
    else
      requestAnimationFrame(function () {
        setTimeout(start);
      });
  });
})();
