import { useEffect, useRef, useState } from 'react';

import { editButtonId } from './RowActions';
import { useDraftedRow } from './rowDraft';

/** The row in editing. Afterwards focus returns to its Edit button. */
export function useEditing() {
  const { drafted, drop } = useDraftedRow();
  const [editing, setEdited] = useState(drafted);
  const setEditing = (id: string | null) => {
    drop();
    setEdited(id);
  };
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (editing === null && last.current !== null) document.getElementById(editButtonId(last.current))?.focus();
    last.current = editing;
  }, [editing]);
  return { editing, setEditing };
}
