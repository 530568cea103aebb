import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Link } from 'react-router';

import { ChevronUpDownIcon, CheckIcon } from '~/ui/icons';
import { pageContent } from '~/ui/pageContent';
import { useAnchor } from '~/ui/useAnchor';

import type { ViewRecord } from '../api';
import type { ColumnChoice } from '../columns/useColumns';
import type { Rights } from '../useRights';
import { addressOfView, type Filters } from '../filters/useUserFilters';
import { useReplaceView } from './useReplaceView';
import type { Views } from './useViews';
import { DeleteViewDialog } from './DeleteViewDialog';
import { ViewNameDialog } from './ViewNameDialog';

interface ViewsMenuProps {
  readonly views: Views;
  readonly filters: Filters;
  readonly choice: ColumnChoice;
  readonly rights: Rights;
}

const GROUPS = { builtin: 'Ready-made', own: 'Your views', company: 'Views of the company' } as const;
const scopes = Object.keys(GROUPS) as (keyof typeof GROUPS)[];
const belowLeft = {
  anchorOrigin: { vertical: 'bottom', horizontal: 'left' },
  transformOrigin: { vertical: 'top', horizontal: 'left' },
} as const;

type Asked = 'save' | 'rename' | 'delete';

/** Named sets of filters, order and columns: each is a link. */
export function ViewsMenu({ views, filters, choice, rights }: ViewsMenuProps) {
  const { button, popup, close } = useAnchor('menu');
  const [asked, setAsked] = useState<Asked | null>(null);
  const { current } = views;
  const isChanged = views.isChanged || choice.isChanged;
  const replace = useReplaceView({ filters, choice });
  const ask = (what: Asked) => () => {
    close();
    setAsked(what);
  };
  const item = (view: ViewRecord) => (
    <MenuItem key={view.id} component={Link} to={addressOfView(view)} onClick={close} {...(view.id === current?.id && { 'aria-current': 'true' })} sx={{ whiteSpace: 'normal' }}>
      <CheckIcon sx={{ fontSize: 18, flexShrink: 0, visibility: view.id === current?.id ? 'visible' : 'hidden', color: 'primary.main' }} />
      {view.name}
    </MenuItem>
  );
  const dialog = {
    filters,
    choice,
    onClose: () => {
      setAsked(null);
    },
  };
  return (
    <>
      <Button variant="text" color="inherit" size="small" endIcon={<ChevronUpDownIcon sx={{ fontSize: '16px !important' }} />} {...button} sx={{ maxWidth: { xs: 180, sm: 280 }, '& .view-name': { overflow: 'hidden', textOverflow: 'ellipsis' } }}>
        <span className="view-name">{current === undefined ? 'Views' : `View: ${current.name}${isChanged ? ' (changed)' : ''}`}</span>
      </Button>
      <Menu container={pageContent} {...popup} {...belowLeft} slotProps={{ list: { 'aria-label': 'Views' }, paper: { sx: { width: 280, maxWidth: 'calc(100vw - 32px)', mt: 0.5 } } }}>
        {views.isError && (
          <MenuItem disabled sx={{ whiteSpace: 'normal' }}>
            The views could not be loaded.
          </MenuItem>
        )}
        {scopes.flatMap((scope) => {
          const group = views.views.filter((view) => view.scope === scope);
          if (group.length === 0) return [];
          return [
            <ListSubheader key={scope} role="presentation" disableSticky sx={{ px: 1, lineHeight: '28px', fontSize: '0.75rem', bgcolor: 'transparent' }}>
              {GROUPS[scope]}
            </ListSubheader>,
            ...group.map(item),
          ];
        })}
        <Divider />
        {current?.mayEdit === true && isChanged && (
          <MenuItem
            onClick={() => {
              close();
              void replace(current);
            }}
            sx={{ whiteSpace: 'normal' }}
          >
            Save the changes to “{current.name}”
          </MenuItem>
        )}
        <MenuItem onClick={ask('save')}>Save as a new view</MenuItem>
        {current?.mayEdit === true && <MenuItem onClick={ask('rename')}>Rename view</MenuItem>}
        {current?.mayEdit === true && <MenuItem onClick={ask('delete')}>Delete view</MenuItem>}
      </Menu>
      {asked === 'save' && <ViewNameDialog {...dialog} view={null} mayShare={rights.may('user.create')} />}
      {asked === 'rename' && current !== undefined && <ViewNameDialog {...dialog} view={current} mayShare={false} />}
      {asked === 'delete' && current !== undefined && <DeleteViewDialog view={current} onClose={dialog.onClose} />}
    </>
  );
}
