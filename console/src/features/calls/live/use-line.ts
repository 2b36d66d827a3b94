import { useEffect, useRef, useState } from 'react';

interface Line {
  isOn: boolean;
  /** Message for the user if a problem ended it. */
  problem: string | null;
  start: () => void;
  stop: () => void;
}

/** An audio connection to a call. It lasts until the call ends, or the user stops it or leaves the page. */
export function useLine(open: (over: (problem: string | null) => void) => () => void): Line {
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const close = useRef<() => void>(() => undefined);
  useEffect(() => () => close.current(), []);
  return {
    isOn,
    problem,
    start: () => {
      setProblem(null);
      setOn(true);
      close.current = open((ended) => {
        setOn(false);
        setProblem(ended);
      });
    },
    stop: () => close.current(),
  };
}
