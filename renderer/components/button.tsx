// The window's buttons: one with words, one with a picture alone (its name is read out and shown on hover).

import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import css from './button.module.css';
import { classNames } from './class-names.ts';

const c = classNames(css);

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: ReactNode;
  readonly small?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ kind = 'plain', icon, small = false, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={c('button', kind, small && 'small', className)}>
      {icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly label: string;
  readonly hint?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, hint, className, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} aria-label={label} title={hint ?? label} className={c('iconButton', className)}>
      {children}
    </button>
  );
}
