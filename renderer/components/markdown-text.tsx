// Markdown of messages: GFM, right beside Chinese, no raw HTML, no remote pictures; links show their target before they open.

import { Check, Copy, ExternalLink, ImageOff } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Markdown, { type Components } from 'react-markdown';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import { settleHalfOpen, splitMarkdownBlocks } from '../markdown/split-blocks.ts';
import { useActions } from '../state/store.ts';
import { IconButton } from './button.tsx';
import css from './markdown-text.module.css';

const PLUGINS = [remarkGfm, remarkCjkFriendly];
const ALLOWED_TARGET = /^(?:https?:|mailto:)/i;

/** Only addresses that can be opened outside; anything else is shown as words. */
const keepTarget = (url: string): string => (ALLOWED_TARGET.test(url) ? url : '');

function LinkText({ href, children }: { readonly href?: string | undefined; readonly children?: ReactNode }) {
  const actions = useActions();
  if (href === undefined || href === '') return <span>{children}</span>;
  return (
    <a
      href={href}
      title={href}
      onClick={(event) => {
        event.preventDefault();
        actions.openDialog({ kind: 'link', href });
      }}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children}
      <ExternalLink size={12} aria-hidden className={css['linkIcon']} />
    </a>
  );
}

/** A picture is never fetched: its description and address stand in its place. */
function PictureText({ alt, src }: { readonly alt?: string | undefined; readonly src?: unknown }) {
  const { t } = useTranslation();
  const href = typeof src === 'string' ? src : '';
  return (
    <span className={css['picture']}>
      <ImageOff size={14} aria-hidden />{' '}
      <LinkText href={href}>{alt === undefined || alt === '' ? t('message.picture') : alt}</LinkText>
    </span>
  );
}

function CodeBlock({ children, node: _node, ...rest }: ComponentProps<'pre'> & { readonly node?: unknown }) {
  const { t } = useTranslation();
  const actions = useActions();
  const ref = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = (): void => void actions.copy(ref.current?.textContent ?? '').then(setCopied);
  return (
    <div className={css['code']}>
      <div className={css['codeHead']}>
        <span>{languageOf(children)}</span>
        <IconButton label={t('message.copyCode')} onClick={copy} onBlur={() => setCopied(false)}>
          {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        </IconButton>
      </div>
      <pre {...rest} ref={ref} tabIndex={0}>
        {children}
      </pre>
    </div>
  );
}

function languageOf(children: ReactNode): string {
  const props = (children as { readonly props?: { readonly className?: string } } | null)?.props;
  return /language-(\S+)/.exec(props?.className ?? '')?.[1] ?? '';
}

const COMPONENTS: Components = {
  a: ({ href, children }) => <LinkText href={href}>{children}</LinkText>,
  img: ({ alt, src }) => <PictureText alt={alt} src={src} />,
  pre: CodeBlock,
  table: ({ node: _node, ...rest }) => (
    <div className={css['table']}>
      <table {...rest} />
    </div>
  ),
};

const MarkdownBlock = memo(function MarkdownBlock({ text }: { readonly text: string }) {
  return (
    <Markdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={keepTarget} skipHtml={false}>
      {text}
    </Markdown>
  );
});

interface MarkdownTextProps {
  readonly text: string;
  /** Its end is missing: marks that are only half there are made harmless. */
  readonly isBrokenOff?: boolean;
}

/** A message that does not grow any more. */
export const MarkdownText = memo(function MarkdownText({ text, isBrokenOff = false }: MarkdownTextProps) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  if (text === '') return null;
  if (text.length > 100_000 && !isWhole) {
    return (
      <div className={css['markdown']}>
        <pre className={css['plain']}>{`${text.slice(0, 20_000)}…`}</pre>
        <button type="button" className={css['more']} onClick={() => setWhole(true)}>
          {t('message.showAll', { chars: text.length })}
        </button>
      </div>
    );
  }
  return (
    <div className={css['markdown']}>
      {text.length > 100_000 ? (
        <pre className={css['plain']}>{text}</pre>
      ) : (
        <MarkdownBlock text={isBrokenOff ? settleHalfOpen(text) : text} />
      )}
    </div>
  );
});

/** A message that is still growing: blocks before the last are drawn once. */
export function GrowingMarkdown({ text }: { readonly text: string }) {
  const blocks = useMemo(() => splitMarkdownBlocks(text), [text]);
  return (
    <div className={css['markdown']}>
      {blocks.map((block, index) => (
        // Blocks only ever grow at the end, so their place is their identity.
        <MarkdownBlock key={index} text={index === blocks.length - 1 ? settleHalfOpen(block) : block} />
      ))}
    </div>
  );
}
