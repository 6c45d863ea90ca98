// One frame for every dialog: title, scrolling body, footer. Focus goes in, stays in, and returns where it came from.

import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import css from './dialog-frame.module.css';

const c = classNames(css);

interface DialogFrameProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly wide?: boolean;
  /** A click outside does not close it: something typed would be lost. */
  readonly sticky?: boolean;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly bare?: boolean;
}

export function DialogFrame({ title, onClose, children, footer, wide, sticky, initialFocus, bare }: DialogFrameProps) {
  const { t } = useTranslation();
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      disablePointerDismissal={sticky ?? false}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={c('backdrop')} />
        <Dialog.Popup
          className={c('popup', wide && 'wide', bare && 'bare')}
          {...(initialFocus === undefined ? {} : { initialFocus })}
        >
          <header className={c(bare ? 'hidden' : 'head')}>
            <Dialog.Title className={c('title')}>{title}</Dialog.Title>
            {bare ? null : (
              <IconButton label={t('common.close')} onClick={onClose}>
                <X size={18} aria-hidden />
              </IconButton>
            )}
          </header>
          <div className={c('body')}>{children}</div>
          {footer === undefined ? null : <footer className={c('foot')}>{footer}</footer>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
