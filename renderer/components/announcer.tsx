// Tells a screen reader what changes by itself: a reply begins, a reply is there. Never token by token.

import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectIsWorking } from '../state/selectors.ts';
import { useOpen, useWindow } from '../state/store.ts';

export function Announcer() {
  const { t } = useTranslation();
  const isWorking = useOpen(selectIsWorking) ?? false;
  const openId = useWindow((state) => state.openId);
  const before = useRef({ isWorking, openId });
  const [text, setText] = useState('');
  useEffect(() => {
    const was = before.current;
    before.current = { isWorking, openId };
    if (was.openId !== openId || was.isWorking === isWorking) return;
    setText(t(isWorking ? 'announce.replying' : 'announce.replied'));
  }, [isWorking, openId, t]);
  return (
    <div className="visually-hidden" aria-live="polite">
      {text}
    </div>
  );
}
