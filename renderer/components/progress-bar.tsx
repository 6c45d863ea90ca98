// A progress bar with a name. Without a known share it is indeterminate, and says so by having no value.

import { classNames } from './class-names.ts';
import css from './progress-bar.module.css';

const c = classNames(css);

interface ProgressBarProps {
  readonly label: string;
  /** 0 to 1; null while unknown. */
  readonly share: number | null;
  readonly valueText?: string;
}

export function ProgressBar({ label, share, valueText }: ProgressBarProps) {
  const value = share === null ? null : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(value === null ? {} : { 'aria-valuenow': value })}
      {...(valueText === undefined ? {} : { 'aria-valuetext': valueText })}
      className={c('track')}
    >
      <div
        className={c('bar', value === null && 'unknown')}
        style={value === null ? undefined : { width: `${value}%` }}
      />
    </div>
  );
}
