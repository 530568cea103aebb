import { lineIcon } from './lineIcon';

export const BellIcon = /* @__PURE__ */ lineIcon(
  <path d="M12 3.8a5.7 5.7 0 0 0-5.7 5.7c0 5.2-2.1 6.9-2.1 6.9h15.6s-2.1-1.7-2.1-6.9A5.7 5.7 0 0 0 12 3.8ZM10 19.7a2.2 2.2 0 0 0 4 0" />,
  'Bell',
);
