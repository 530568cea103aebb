import { lineIcon } from './lineIcon';

export const SearchIcon = /* @__PURE__ */ lineIcon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.3 4.3" />
  </>,
  'Search',
);
export const EditIcon = /* @__PURE__ */ lineIcon(
  <path d="m5 15.2-.9 4.7 4.7-.9L19.6 8.2a1.6 1.6 0 0 0 0-2.3l-1.5-1.5a1.6 1.6 0 0 0-2.3 0L5 15.2ZM14 6.2l3.8 3.8" />,
  'Edit',
);
export const MoreIcon = /* @__PURE__ */ lineIcon(<path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="3" />, 'More');
export const ColumnsIcon = /* @__PURE__ */ lineIcon(
  <>
    <rect x="4" y="5" width="16" height="14" rx="1.5" />
    <path d="M9.3 5v14M14.7 5v14" />
  </>,
  'Columns',
);
export const CopyIcon = /* @__PURE__ */ lineIcon(
  <>
    <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="1.5" />
    <path d="M15.5 5.5V5A1.5 1.5 0 0 0 14 3.5H5A1.5 1.5 0 0 0 3.5 5v9A1.5 1.5 0 0 0 5 15.5h.5" />
  </>,
  'Copy',
);
export const AddUserIcon = /* @__PURE__ */ lineIcon(
  <path d="M10 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6ZM3 20c.5-3.5 3.4-5.4 7-5.4 1.5 0 2.9.3 4 1M18 13.5v6M15 16.5h6" />,
  'AddUser',
);
export const CalendarIcon = /* @__PURE__ */ lineIcon(
  <path d="M5.5 5.5h13A1.5 1.5 0 0 1 20 7v11.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5V7a1.5 1.5 0 0 1 1.5-1.5ZM4 10h16M8 3.5v3.7M16 3.5v3.7" />,
  'Calendar',
);
export const MailIcon = /* @__PURE__ */ lineIcon(
  <>
    <rect x="3.5" y="5.5" width="17" height="13" rx="1.5" />
    <path d="m4.5 7.5 7.5 5.7 7.5-5.7" />
  </>,
  'Mail',
);
export const UndoIcon = /* @__PURE__ */ lineIcon(<path d="M8.5 4.5 4 9l4.5 4.5M4.5 9h9.7a5.3 5.3 0 0 1 0 10.6H9" />, 'Undo');
export const AddIcon = /* @__PURE__ */ lineIcon(<path d="M12 5v14M5 12h14" />, 'Add');
