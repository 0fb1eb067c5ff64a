import { Box } from '@mui/material'
import { EditorContent, useEditor } from '@tiptap/react'
import { useT } from '#web/i18n'
import { pictureUrls } from '../draft_queries.js'
import { toDocument, toMarkdown } from './markdown.js'
import { courseExtensions } from './schema.js'
import { Toolbar } from './Toolbar.js'

interface RichTextEditorProps {
  /** Markdown; only read on mount. Set another `key` for another text. */
  value: string
  onChange: (markdown: string) => void
  /** The accessible name of the text. */
  label: string
  language: string
  course: number
  /** A page may have videos; a description of a course or of an external activity has none. */
  withVideo?: boolean
}

/** A rich-text editor for a course's texts. Its value is Markdown, as in a course folder. */
export default function RichTextEditor({ value, onChange, label, language, course, withVideo = false }: RichTextEditorProps) {
  const t = useT()
  const editor = useEditor({
    extensions: courseExtensions(pictureUrls(course), (kind) => t(`learning.callout.${kind}`)),
    // The content security policy forbids injected styles.
    injectCSS: false,
    shouldRerenderOnTransaction: true,
    // Right to left for Arabic, as readers see it.
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, lang: language, dir: 'auto' } },
    onCreate: ({ editor: made }) => {
      made.commands.setContent(toDocument(value, made.schema).toJSON(), { emitUpdate: false })
    },
    onUpdate: ({ editor: changed }) => onChange(toMarkdown(changed.state.doc)),
  })
  if (!editor) return null
  return (
    <Box sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}>
      <Toolbar editor={editor} course={course} language={language} withVideo={withVideo} />
      <Box sx={CONTENT}>
        <EditorContent editor={editor} />
      </Box>
    </Box>
  )
}

const CONTENT = {
  '& .ProseMirror': {
    minHeight: 320,
    p: 4,
    outline: 'none',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
    fontVariantLigatures: 'none',
  },
  '& .ProseMirror:focus-visible': { boxShadow: 'inset 0 0 0 2px currentColor', borderRadius: '0 0 6px 6px' },
  '& .ProseMirror > :first-of-type': { mt: 0 },
  '& .ProseMirror p': { my: 3 },
  '& .ProseMirror li > p': { my: 1 },
  '& .ProseMirror img, & .ProseMirror video': { maxWidth: '100%', height: 'auto', borderRadius: 1 },
  // A video shows its first frame, which may be as white as the page: makes it recognisable as a video.
  '& .ProseMirror video': {
    display: 'block',
    width: '100%',
    minHeight: 120,
    bgcolor: 'action.selected',
    border: '1px solid',
    borderColor: 'divider',
  },
  // The same sizes as in the preview next to it.
  '& .ProseMirror :is(h1, h2)': { typography: 'h2', mt: 5, mb: 2 },
  '& .ProseMirror h3': { typography: 'h3', mt: 5, mb: 2 },
  '& .ProseMirror :is(h4, h5, h6)': { typography: 'h4', mt: 5, mb: 2 },
  '& .ProseMirror-selectednode': { outline: '3px solid', outlineColor: 'primary.main' },
  '& .ProseMirror table': { borderCollapse: 'collapse', width: '100%', my: 3 },
  '& .ProseMirror th, & .ProseMirror td': { border: '1px solid', borderColor: 'divider', p: 2, textAlign: 'start', verticalAlign: 'top' },
  '& .ProseMirror th': { fontWeight: 600, bgcolor: 'action.hover' },
  '& .ProseMirror blockquote': {
    borderInlineStart: '4px solid',
    borderColor: 'divider',
    mx: 0,
    paddingInlineStart: 4,
    color: 'text.secondary',
  },
  '& .ProseMirror pre': { bgcolor: 'action.hover', p: 3, borderRadius: 1, overflowX: 'auto' },
  '& .callout': { borderInlineStart: '4px solid', borderColor: 'info.main', bgcolor: 'action.hover', borderRadius: 1, px: 4, py: 2, my: 3 },
  '& .callout::before': { content: 'attr(data-label)', fontWeight: 700 },
  '& .callout-danger': { borderColor: 'error.main' },
  '& .callout-caution': { borderColor: 'warning.main' },
} as const
