import { useEffect } from 'react';

const EVERY = 2_500;
const PATTERN = [400, 150, 400];
const SECONDS = 0.5;
const PITCH = 880;
const QUIET = 0.25;

let audio: AudioContext | null = null;

/** Browsers allow a sound after a press alone. */
export function soundOn(): void {
  try {
    audio ??= new AudioContext();
    void audio.resume();
  } catch (error) {
    console.warn('This browser plays no sound.', error);
  }
}

function ring(): void {
  // Missing on iPhones.
  (navigator as Partial<Navigator>).vibrate?.(PATTERN);
  if (audio?.state !== 'running') return;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = PITCH;
  volume.gain.value = QUIET;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + SECONDS);
}

/** Vibrates and sounds until it is answered. */
export function useCall(isCalled: boolean): void {
  useEffect(() => {
    if (!isCalled) return undefined;
    ring();
    const timer = setInterval(ring, EVERY);
    return () => clearInterval(timer);
  }, [isCalled]);
}

/** Keeps the screen on while one waits. The lock goes with the tab, and is asked for again when that is back. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    const lock = (navigator as Partial<Navigator>).wakeLock;
    if (!isWanted || lock === undefined) return undefined;
    let held: WakeLockSentinel | null = null;
    let isOver = false;
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      try {
        const sentinel = await lock.request('screen');
        if (isOver) await sentinel.release();
        else held = sentinel;
      } catch {
        // A battery that is low, or a policy of the device: the page says that a locked phone hears no call.
      }
    };
    const onSeen = () => void ask();
    onSeen();
    document.addEventListener('visibilitychange', onSeen);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onSeen);
      void held?.release();
    };
  }, [isWanted]);
}
