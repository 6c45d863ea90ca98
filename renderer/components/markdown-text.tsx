// Markdown of messages: GFM, formulas, right beside Chinese, no raw HTML, no remote pictures; links show their target before they
// open. Drawn block by block: whatever grows, only its last block is drawn again.

import { ExternalLink, ImageOff } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode, use, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Markdown, { type Components } from 'react-markdown';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import { mayHoldMath, unifyMathMarks } from '../markdown/math-marks.ts';
import {
  growBlocks,
  isOpenMath,
  type MarkdownBlocks,
  readCodeFence,
  settleHalfOpen,
} from '../markdown/split-blocks.ts';
import { useMath } from '../markdown/use-math.ts';
import { useActions } from '../state/store.ts';
import { CodeBlock } from './code-block.tsx';
import css from './markdown-text.module.css';
import { OwnLinkContext } from './own-link-context.ts';

const PLUGINS = [remarkGfm, remarkCjkFriendly];
const ALLOWED_TARGET = /^(?:https?:|mailto:|holdfast:)/i;
const OWN_TARGET = /^holdfast:/i;
/** A text longer than this is shown in part, and as it was written. */
const MAX_CHARS = 400_000;
const SHOWN_CHARS = 20_000;
/** In a text of more groups, those outside the view cost no layout: a very long reply otherwise holds up the window at each line. */
const LAZY_GROUPS = 6;

/** Only addresses that can be opened outside, and the app's own where they are followed; anything else is shown as words. */
const keepTarget = (url: string): string => (ALLOWED_TARGET.test(url) ? url : '');

function LinkText({ href, children }: { readonly href?: string | undefined; readonly children?: ReactNode }) {
  const actions = useActions();
  const openOwn = use(OwnLinkContext);
  if (href === undefined || href === '') return <span>{children}</span>;
  const isOwn = OWN_TARGET.test(href);
  if (isOwn && openOwn === null) return <span>{children}</span>;
  return (
    <a
      href={href}
      title={href}
      onClick={(event) => {
        event.preventDefault();
        if (openOwn?.(href) !== true && !isOwn) actions.openDialog({ kind: 'link', href });
      }}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children}
      {isOwn ? null : <ExternalLink size={12} aria-hidden className={css['linkIcon']} />}
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

/** Code inside a list or a quotation, and formulas on lines of their own; a fence of its own never comes this way. */
function NestedCode({ children }: ComponentProps<'pre'>) {
  const { className, children: code } = (children as { readonly props?: ComponentProps<'code'> } | null)?.props ?? {};
  const language = /language-(\S+)/.exec(className ?? '')?.[1] ?? '';
  const text = typeof code === 'string' ? code.replace(/\n$/, '') : '';
  if (isMath(className)) return <FormulaText tex={text} isDisplay />;
  return <CodeBlock language={language} code={text} closed />;
}

function InlineCode({ className, children }: ComponentProps<'code'>) {
  if (isMath(className) && typeof children === 'string') return <FormulaText tex={children} isDisplay={false} />;
  return <code className={className}>{children}</code>;
}

const isMath = (className: string | undefined): boolean => className?.includes('language-math') ?? false;

function FormulaText({ tex, isDisplay }: { readonly tex: string; readonly isDisplay: boolean }) {
  const math = useMath(true);
  if (math === null) return <code>{tex}</code>;
  const formula = <math.Formula tex={tex} isDisplay={isDisplay} />;
  return isDisplay ? <p>{formula}</p> : formula;
}

/** The box of a task in a list: it says what the writer ticked, and cannot be ticked here. */
function TaskBox({ checked }: { readonly checked?: boolean | undefined }) {
  const { t } = useTranslation();
  return <input type="checkbox" disabled checked={checked ?? false} aria-label={t('message.task')} />;
}

const COMPONENTS: Components = {
  a: ({ href, children }) => <LinkText href={href}>{children}</LinkText>,
  img: ({ alt, src }) => <PictureText alt={alt} src={src} />,
  pre: NestedCode,
  code: InlineCode,
  input: ({ checked }) => <TaskBox checked={checked} />,
  table: ({ node: _node, ...rest }) => (
    <div className={css['table']}>
      <table {...rest} />
    </div>
  ),
};

interface BlockProps {
  readonly text: string;
  readonly definitions: string;
}

const MarkdownBlock = memo(function MarkdownBlock({ text, definitions }: BlockProps) {
  const math = useMath(mayHoldMath(text));
  const fence = readCodeFence(text);
  if (fence !== null && fence.closed && fence.language === 'math') return <FormulaText tex={fence.code} isDisplay />;
  if (fence !== null) return <CodeBlock {...fence} />;
  if (isOpenMath(text)) return <pre className={css['math']}>{text}</pre>;
  const whole = definitions === '' ? text : `${text}\n\n${definitions}`;
  return (
    <Markdown
      remarkPlugins={math === null ? PLUGINS : [...PLUGINS, math.MATH_REMARK]}
      components={COMPONENTS}
      urlTransform={keepTarget}
      skipHtml={false}
    >
      {math === null ? whole : unifyMathMarks(whole)}
    </Markdown>
  );
});

interface GroupProps {
  readonly blocks: readonly string[];
  readonly definitions: string;
  /** The last block's end is missing: marks that are only half there are made harmless. */
  readonly isOpen: boolean;
  /** One of many: the browser lays it out only near the view. */
  readonly isLazy: boolean;
}

const BlockGroup = memo(function BlockGroup({ blocks, definitions, isOpen, isLazy }: GroupProps) {
  return (
    <div className={isLazy ? `${css['group']} ${css['lazy']}` : css['group']}>
      {blocks.map((block, index) => (
        // Blocks only ever grow at the end, so their place is their identity.
        <MarkdownBlock
          key={index}
          text={isOpen && index === blocks.length - 1 ? settleHalfOpen(block) : block}
          definitions={block.includes('[') ? definitions : ''}
        />
      ))}
    </div>
  );
});

interface MarkdownTextProps {
  readonly text: string;
  /** The text still grows, or broke off. */
  readonly isOpen?: boolean;
}

export const MarkdownText = memo(function MarkdownText({ text, isOpen = false }: MarkdownTextProps) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const isTooLong = text.length > MAX_CHARS;
  const { groups, definitions } = useBlocks(isTooLong ? '' : text);
  if (text === '') return null;
  if (isTooLong) {
    return (
      <div className={css['markdown']}>
        <pre className={css['plain']}>{isWhole ? text : `${text.slice(0, SHOWN_CHARS)}…`}</pre>
        {isWhole ? null : (
          <button type="button" className={css['more']} onClick={() => setWhole(true)}>
            {t('message.showAll', { chars: text.length })}
          </button>
        )}
      </div>
    );
  }
  return (
    <div className={css['markdown']}>
      {groups.map((blocks, index) => (
        <BlockGroup
          key={index}
          blocks={blocks}
          definitions={definitions}
          isOpen={isOpen && index === groups.length - 1}
          isLazy={groups.length > LAZY_GROUPS && index < groups.length - 1}
        />
      ))}
    </div>
  );
});

function useBlocks(text: string): MarkdownBlocks {
  const held = useRef<MarkdownBlocks | null>(null);
  held.current = growBlocks(held.current, text);
  return held.current;
}
