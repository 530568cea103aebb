import { lineIcon } from './publicIcons';

/** The icons of the pages before a login are a module of their own, so that such a page loads no others. */
export * from './publicIcons';

export const MenuIcon = /* @__PURE__ */ lineIcon('Menu', 'M4 6.5h16M4 12h16M4 17.5h16');
export const CloseIcon = /* @__PURE__ */ lineIcon('Close', 'm6 6 12 12M18 6 6 18');
export const HomeIcon = /* @__PURE__ */ lineIcon('Home', 'M4 11 12 4.2 20 11v8.2a.8.8 0 0 1-.8.8H15v-5.5H9V20H4.8a.8.8 0 0 1-.8-.8V11Z');
export const TrainingIcon = /* @__PURE__ */ lineIcon('Training', 'M12 6.8C9.6 5.2 6.7 4.8 4 5.6v13c2.7-.8 5.6-.4 8 1.2 2.4-1.6 5.3-2 8-1.2v-13c-2.7-.8-5.6-.4-8 1.2Zm0 0v13');
export const PlacementIcon = /* @__PURE__ */ lineIcon('Placement', 'M4 8h16v11.5H4ZM9 8V4.5h6V8M4 13.5h16');
export const SettingsIcon = /* @__PURE__ */ lineIcon('Settings', 'M4 7.5h9M18.5 7.5H20M4 16.5h1.5M11 16.5h9M13.1 7.5a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0ZM5.6 16.5a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0Z');
export const LogoutIcon = /* @__PURE__ */ lineIcon('Logout', 'M14.5 4H6.2A1.2 1.2 0 0 0 5 5.2v13.6A1.2 1.2 0 0 0 6.2 20h8.3M10.5 12H21M17.5 8.3 21.2 12l-3.7 3.7');
export const ChevronUpDownIcon = /* @__PURE__ */ lineIcon('ChevronUpDown', 'm8 9.5 4-4 4 4M8 14.5l4 4 4-4');
export const UploadIcon = /* @__PURE__ */ lineIcon('Upload', 'M12 15.5V4.5M7.3 9 12 4.3 16.7 9M4.5 15.5v3a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5v-3');
export const DownloadIcon = /* @__PURE__ */ lineIcon('Download', 'M12 4.5v11M7.3 11 12 15.7 16.7 11M4.5 15.5v3a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5v-3');
export const FileIcon = /* @__PURE__ */ lineIcon('File', 'M13.5 3.5H7A1.5 1.5 0 0 0 5.5 5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8.5l-5-5Zm0 0v5h5M9 13h6M9 16.5h6');
export const TrashIcon = /* @__PURE__ */ lineIcon('Trash', 'M4.5 6.5h15M9.5 6.5V4.8a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v1.7M6.5 6.5l.7 12.1a1.5 1.5 0 0 0 1.5 1.4h6.6a1.5 1.5 0 0 0 1.5-1.4l.7-12.1M10.2 10.5v5.5M13.8 10.5v5.5');
export const PauseIcon = /* @__PURE__ */ lineIcon('Pause', 'M9 6v12M15 6v12');
export const PlayIcon = /* @__PURE__ */ lineIcon('Play', 'M8 5.5 18.5 12 8 18.5Z');
export const CheckIcon = /* @__PURE__ */ lineIcon('Check', 'm5 12.5 4.8 4.8L19.2 7');
export const ClockIcon = /* @__PURE__ */ lineIcon('Clock', 'M3.3 12a8.7 8.7 0 1 0 17.4 0a8.7 8.7 0 1 0 -17.4 0ZM12 7.2V12l3.2 2');
export const DashIcon = /* @__PURE__ */ lineIcon('Dash', 'M6 12h12');
export const ChevronLeftIcon = /* @__PURE__ */ lineIcon('ChevronLeft', 'm14.5 6-6 6 6 6');
export const ChevronRightIcon = /* @__PURE__ */ lineIcon('ChevronRight', 'm9.5 6 6 6-6 6');
export const DeviceIcon = /* @__PURE__ */ lineIcon('Device', 'M5 5h14a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1 -1.5 1.5h-14a1.5 1.5 0 0 1 -1.5 -1.5v-8a1.5 1.5 0 0 1 1.5 -1.5ZM9 19.5h6M12 16v3.5');
export const PhoneIcon = /* @__PURE__ */ lineIcon('Phone', 'M9 3h6a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2ZM11 17.8h2');
export const UserIcon = /* @__PURE__ */ lineIcon('User', 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.5-3.7 3.6-5.8 7.5-5.8s7 2.1 7.5 5.8');
export const SearchIcon = /* @__PURE__ */ lineIcon('Search', 'M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0ZM16 16l4.3 4.3');
export const EditIcon = /* @__PURE__ */ lineIcon('Edit', 'm5 15.2-.9 4.7 4.7-.9L19.6 8.2a1.6 1.6 0 0 0 0-2.3l-1.5-1.5a1.6 1.6 0 0 0-2.3 0L5 15.2ZM14 6.2l3.8 3.8');
export const MoreIcon = /* @__PURE__ */ lineIcon('More', 'M5.5 12h.01M12 12h.01M18.5 12h.01', 3);
export const ColumnsIcon = /* @__PURE__ */ lineIcon('Columns', 'M5.5 5h13a1.5 1.5 0 0 1 1.5 1.5v11a1.5 1.5 0 0 1 -1.5 1.5h-13a1.5 1.5 0 0 1 -1.5 -1.5v-11a1.5 1.5 0 0 1 1.5 -1.5ZM9.3 5v14M14.7 5v14');
export const CopyIcon = /* @__PURE__ */ lineIcon('Copy', 'M10 8.5h8.5a1.5 1.5 0 0 1 1.5 1.5v8.5a1.5 1.5 0 0 1 -1.5 1.5h-8.5a1.5 1.5 0 0 1 -1.5 -1.5v-8.5a1.5 1.5 0 0 1 1.5 -1.5ZM15.5 5.5V5A1.5 1.5 0 0 0 14 3.5H5A1.5 1.5 0 0 0 3.5 5v9A1.5 1.5 0 0 0 5 15.5h.5');
export const AddUserIcon = /* @__PURE__ */ lineIcon('AddUser', 'M10 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6ZM3 20c.5-3.5 3.4-5.4 7-5.4 1.5 0 2.9.3 4 1M18 13.5v6M15 16.5h6');
export const CalendarIcon = /* @__PURE__ */ lineIcon('Calendar', 'M5.5 5.5h13A1.5 1.5 0 0 1 20 7v11.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5V7a1.5 1.5 0 0 1 1.5-1.5ZM4 10h16M8 3.5v3.7M16 3.5v3.7');
export const MailIcon = /* @__PURE__ */ lineIcon('Mail', 'M5 5.5h14a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1 -1.5 1.5h-14a1.5 1.5 0 0 1 -1.5 -1.5v-10a1.5 1.5 0 0 1 1.5 -1.5ZM4.5 7.5l7.5 5.7 7.5-5.7');
export const UndoIcon = /* @__PURE__ */ lineIcon('Undo', 'M8.5 4.5 4 9l4.5 4.5M4.5 9h9.7a5.3 5.3 0 0 1 0 10.6H9');
export const AddIcon = /* @__PURE__ */ lineIcon('Add', 'M12 5v14M5 12h14');
export const AnnounceIcon = /* @__PURE__ */ lineIcon('Announce', 'M4 10v4h3.2l8.8 4.5v-13L7.2 10H4ZM7.2 14l1.3 5.5h2.6L9.8 15.3M19 9.8a3.2 3.2 0 0 1 0 4.4');
export const BellIcon = /* @__PURE__ */ lineIcon('Bell', 'M12 3.8a5.7 5.7 0 0 0-5.7 5.7c0 5.2-2.1 6.9-2.1 6.9h15.6s-2.1-1.7-2.1-6.9A5.7 5.7 0 0 0 12 3.8ZM10 19.7a2.2 2.2 0 0 0 4 0');
