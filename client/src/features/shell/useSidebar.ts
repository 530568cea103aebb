import { useState } from 'react';

import { readItem, writeItem } from '~/lib/storage';
import { layout } from '~/theme/tokens';
import { useIsMobile } from '~/ui/rowsAsCards';

const COLLAPSED_KEY = 'sidebarCollapsed';

function initiallyCollapsed(): boolean {
  const remembered = readItem('sessionStorage', COLLAPSED_KEY);
  return remembered === null ? window.innerWidth < layout.sidebarCollapsesBelow : remembered === 'true';
}

/** The sidebar: a drawer on a phone, else a column whose collapsed state lasts for the browser session. */
export function useSidebar() {
  const mobile = useIsMobile();
  const [collapsed, setCollapsed] = useState(initiallyCollapsed);
  const [drawerOpen, setDrawerOpen] = useState(false);

  const toggle = () => {
    if (mobile) {
      setDrawerOpen(!drawerOpen);
      return;
    }
    writeItem('sessionStorage', COLLAPSED_KEY, String(!collapsed));
    setCollapsed(!collapsed);
  };

  const closeDrawer = () => {
    setDrawerOpen(false);
  };

  return { mobile, collapsed: collapsed && !mobile, drawerOpen: drawerOpen && mobile, toggle, closeDrawer };
}
