import { useLayoutEffect, useState } from 'react';

/** Whether the element that takes `ref` is at least so wide; true until it has been measured. */
export function useFits(least: number) {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    if (element === null) return undefined;
    const measure = () => {
      // Nothing that is laid out has no width.
      setWidth(element.clientWidth || Infinity);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return { ref, fits: width >= least };
}
