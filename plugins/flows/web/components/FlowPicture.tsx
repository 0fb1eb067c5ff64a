import { Alert, Box, Button, Typography, useMediaQuery } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import {
  BaseEdge,
  Controls,
  type Edge,
  type EdgeProps,
  getSmoothStepPath,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useFormat, useT } from '#web/i18n'
import { type Option, useFormState } from '#web/ui'
import { drawnRuleError, type FlowError, type FlowErrorCode } from '../../contract/check.js'
import { ruleSentence } from '../../contract/sentences.js'
import { courseOf as courseIn, draftOf, fieldsOf, type FlowValues, namesOf } from '../flow_values.js'
import { type AnchorRule, definitionOf, type RuleDraft } from '../../contract/definition.js'

interface FlowPictureProps {
  values: FlowValues
  nameOf: (course: string) => string
  /** Dates of the profile. */
  profile: readonly Option[]
  errors: readonly FlowError[]
  /** Called to open a step's fields. */
  onEdit: () => void
}

// Boxes of the same height, so that arrows between them are straight. It fits two lines of the name and two of the rule.
const [WIDTH, HEIGHT, GAP] = [220, 116, 30]
/** From one column to the next, from one row to the next, and on a phone from one row to the next: an arrow's label needs room. */
const [COLUMN, ROW, ROW_DOWN] = [380, 146, 176]

/** The step that a rule waits for. */
const otherOf = ({ type, other }: RuleDraft) => (type === 'status' || type === 'relative' ? (other ?? null) : null)

/** Steps from left to right by what they wait for; those of one column are below one another. On a phone from top to bottom (`down`). */
function placesOf(rules: readonly RuleDraft[], down: boolean): Map<string, { x: number; y: number }> {
  const waits = new Map(rules.map((rule) => [rule.step, otherOf(rule)]))
  // Steps that wait for each other are placed as if the first one did not wait.
  for (const { step } of rules) {
    const seen = new Set<string>()
    for (let at = waits.get(step); at && !seen.has(at); at = waits.get(at)) seen.add(at)
    if (seen.has(step)) waits.set(step, null)
  }
  const depthOf = (key: string): number => {
    const other = waits.get(key)
    return other ? 1 + depthOf(other) : 0
  }
  const taken = new Map<number, number>()
  return new Map(
    rules.map(({ step }) => {
      const column = depthOf(step)
      const row = taken.get(column) ?? 0
      taken.set(column, row + 1)
      return [step, down ? { x: row * (WIDTH + GAP), y: column * ROW_DOWN } : { x: column * COLUMN, y: row * ROW }]
    }),
  )
}

/** A longer text ends with an ellipsis, and a long word is broken: neither may leave the box. */
const TWO_LINES = {
  ...{ display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', flexShrink: 0 },
  ...{ overflow: 'hidden', overflowWrap: 'anywhere', hyphens: 'auto' },
} as const

type StepNode = Node<{ name: string; text: string; wrong: boolean; counts: string; down: boolean }>

function StepBox({ data: { name, text, wrong, counts, down } }: NodeProps<StepNode>) {
  return (
    <Box
      sx={{
        ...{ width: WIDTH, height: HEIGHT, p: 3, display: 'flex', flexDirection: 'column', justifyContent: 'center' },
        bgcolor: 'background.paper',
        border: wrong ? 2 : 1,
        borderColor: wrong ? 'error.main' : 'divider',
        borderRadius: 1,
      }}
    >
      <Handle type="target" position={down ? Position.Top : Position.Left} />
      <Typography title={name} sx={{ ...TWO_LINES, fontWeight: 600 }}>
        {name}
      </Typography>
      <Typography variant="body2" sx={{ ...TWO_LINES, color: 'text.secondary' }}>
        {[text, counts].filter(Boolean).join(' · ')}
      </Typography>
      <Handle type="source" position={down ? Position.Bottom : Position.Right} />
    </Box>
  )
}

/** How far past the last box an arrow runs back, the distance between two such arrows, and how far above a box it turns. */
const [BACK, BESIDE, ABOVE] = [40, 28, 20]

type BackEdge = Edge<{ past: number; down: boolean }>

/** An arrow to an earlier step: it runs below all boxes (on a phone beside them), because a straight one would be hidden behind them. */
function BackArrow({ data, label, markerEnd, style, ...ends }: EdgeProps<BackEdge>) {
  const { past, down } = data!
  const [path, x, y] = getSmoothStepPath({ ...ends, ...(down ? { centerX: past } : { centerY: past }) })
  // Beside the boxes a phone has no room for the label, so it is on the part above the first of them.
  const place = down ? { labelX: (ends.targetX + past) / 2, labelY: ends.targetY - ABOVE } : { labelX: x, labelY: y }
  return <BaseEdge path={path} {...place} label={label} {...(markerEnd && { markerEnd })} {...(style && { style })} />
}

/**
 * The rules as arrows. The arrows of a cycle have the colour of an error; those that lead back run past the boxes.
 * @param inCycle whether a step waits for the other one in a cycle
 */
function arrowsOf(
  rules: readonly RuleDraft[],
  places: ReadonlyMap<string, { x: number; y: number }>,
  down: boolean,
  { labelOf, inCycle, color }: { labelOf: (rule: RuleDraft) => string; inCycle: (step: string, other: string) => boolean; color: string },
): Edge[] {
  const along = down ? 'y' : 'x'
  const across = down ? 'x' : 'y'
  const last = Math.max(0, ...[...places.values()].map((place) => place[across])) + (down ? WIDTH : HEIGHT)
  let back = 0
  return rules.flatMap((rule): Edge[] => {
    const other = otherOf(rule)
    if (!other) return []
    const leadsBack = places.get(rule.step)![along] <= (places.get(other)?.[along] ?? -1)
    const isWrong = inCycle(rule.step, other)
    return [
      {
        ...{ id: rule.step, source: other, target: rule.step, label: labelOf(rule) },
        markerEnd: { type: 'arrowclosed' as never, ...(isWrong && { color }) },
        ...(isWrong && { style: { stroke: color, strokeWidth: 2 } }),
        ...(leadsBack && { type: 'back', data: { past: last + BACK + BESIDE * back++, down } }),
      },
    ]
  })
}

/** The smallest size at which the words are readable, and on a phone the dots can be tapped. */
const [READABLE, READABLE_DOWN] = [0.6, 0.75]
const MARGIN = 24

/**
 * Shows the whole picture if it is readable then. Otherwise its beginning: the rest is reached by dragging, by the keyboard or with the
 * button that shows everything.
 */
function showFirst(flow: ReactFlowInstance<StepNode>, { clientWidth, clientHeight }: HTMLElement, down: boolean): void {
  const bounds = flow.getNodesBounds(flow.getNodes())
  const zoom = down ? READABLE_DOWN : READABLE
  const left = (size: number, room: number) => Math.max(MARGIN, (room - size * zoom) / 2)
  const [x, y] = [left(bounds.width, clientWidth), left(bounds.height, clientHeight)]
  const fits = x > MARGIN && y > MARGIN
  // Leaves room for the arrows that run past the boxes, and no more: the text of five steps in a row must stay readable.
  if (fits) void flow.fitView({ padding: down ? 0.2 : { x: '36px', y: 0.2 } })
  else void flow.setViewport({ x, y, zoom })
}

const TYPES = { step: StepBox }
const EDGE_TYPES = { back: BackArrow }

/**
 * The flow as a diagram: steps from left to right, rules as arrows with labels. Drawing an arrow from one step to another makes the second
 * wait for the first, after a confirmation if the second has a rule already; Enter or a click on a step opens its fields. The same can be
 * done in the list.
 */
export default function FlowPicture({ values, nameOf, profile, errors, onEdit }: FlowPictureProps) {
  const t = useT()
  const format = useFormat()
  const theme = useTheme()
  const { setValue } = useFormState()
  const [refused, setRefused] = useState<RefusedRule | null>(null)
  // An arrow that ends at its own step is no click on that step.
  const isDrawing = useRef(false)
  const down = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true })
  const frame = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<ReactFlowInstance<StepNode> | null>(null)
  const { length: count } = values.courses
  useEffect(() => {
    if (drawn && frame.current && count) showFirst(drawn, frame.current, down)
  }, [drawn, down, count])
  const { nodes, edges } = useMemo(() => {
    const draft = draftOf(values)
    const places = placesOf(draft.rules, down)
    const courseOf = (key: string) => nameOf(courseIn(values, key))
    const wording = {
      ...{ t: t as never, day: (day: string) => format.day(day), course: courseOf },
      named: (rule: AnchorRule) => (rule.anchor === 'certificate_end' ? nameOf(String(rule.course)) : namesOf([], profile)(rule)),
    }
    const countsOf = (key: string) => {
      const step = draft.steps.find((one) => one.key === key)
      if (step?.choice) return t('flows.counts.choice', { name: step.choice.toUpperCase() })
      return step?.optional ? t('flows.overview.optional') : ''
    }
    const wrong = (key: string) => errors.some(({ step, path }) => step === key || path?.includes(key))
    const mistakesOf = (key: string) =>
      errors
        .filter(({ step }) => step === key)
        .map(({ code, path = [] }) => t(`flows.error.${code}`, { path: path.map(courseOf).join(' → ') }))
        .join(' ')
    const sentences = new Map(
      definitionOf(draft).rules.map((rule) => [rule.step, wrong(rule.step) ? '' : ruleSentence(rule, wording)] as const),
    )
    return {
      nodes: draft.rules.map(({ step, ...rule }): StepNode => ({
        id: step,
        type: 'step',
        position: places.get(step)!,
        ariaLabel: [courseOf(step), sentences.get(step), countsOf(step), mistakesOf(step)].filter(Boolean).join('. '),
        data: {
          name: courseOf(step),
          text: otherOf({ step, ...rule }) ? '' : (sentences.get(step) ?? ''),
          wrong: wrong(step),
          counts: countsOf(step),
          down,
        },
      })),
      edges: arrowsOf(draft.rules, places, down, {
        labelOf: (rule) => shortOf(rule, t as never),
        inCycle: (step, other) => errors.some(({ path }) => path?.some((key, index) => key === step && path[index + 1] === other)),
        color: theme.palette.error.main,
      }),
    }
  }, [values, nameOf, profile, errors, t, format, down, theme.palette.error.main])
  const addRule = ({ step, other }: RuleDraft) => {
    const prefix = `steps.${fieldsOf(courseIn(values, step))}.`
    setValue(`${prefix}type`, 'status')
    setValue(`${prefix}other`, courseIn(values, other!))
    setValue(`${prefix}when`, 'finished')
    setRefused(null)
  }
  const draw = (source: string, target: string) => {
    const rule: RuleDraft = { step: target, type: 'status', other: source, when: 'finished' }
    const code = drawnRuleError(draftOf(values).rules, rule)
    if (code) setRefused({ rule, code })
    else addRule(rule)
  }
  const picture = (
    <Box
      ref={frame}
      onPointerDownCapture={() => void (isDrawing.current = false)}
      onKeyDown={({ key, target }) => {
        if (key === 'Enter' && (target as Element).matches('.react-flow__node')) onEdit()
      }}
      sx={{
        ...{ height: 420, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.default' },
        '& .react-flow__node:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
        '& .react-flow__handle': { width: 14, height: 14, bgcolor: 'primary.main', borderRadius: '50%' },
        // A finger needs more than the dot.
        '@media (pointer: coarse)': { '& .react-flow__handle::after': { content: '""', position: 'absolute', inset: '-14px' } },
        '& .react-flow__edge-text': { fontSize: 14, fill: theme.palette.text.primary },
        '& .react-flow__edge-textbg': { fill: theme.palette.background.default },
        '& .react-flow__edge-path': { stroke: theme.palette.text.secondary },
        '& .react-flow__controls-button': {
          ...{
            width: 32,
            height: 32,
            cursor: 'pointer',
            border: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
            color: 'text.primary',
          },
        },
      }}
    >
      <ReactFlow<StepNode>
        aria-label={t('flows.picture.label', { count: nodes.length })}
        ariaLabelConfig={{
          'node.a11yDescription.default': t('flows.picture.open'),
          'controls.ariaLabel': t('flows.picture.controls'),
          'controls.zoomIn.ariaLabel': t('flows.picture.zoom_in'),
          'controls.zoomOut.ariaLabel': t('flows.picture.zoom_out'),
          'controls.fitView.ariaLabel': t('flows.picture.fit'),
        }}
        nodes={nodes}
        edges={edges}
        nodeTypes={TYPES}
        edgeTypes={EDGE_TYPES}
        onInit={setDrawn}
        // Shows all of it, also on a phone.
        minZoom={0.1}
        // The wheel scrolls the page, also above the picture.
        zoomOnScroll={false}
        preventScrolling={false}
        nodesDraggable={false}
        edgesFocusable={false}
        onConnectStart={() => void (isDrawing.current = true)}
        onNodeClick={({ target }) => {
          // Tapping two dots draws an arrow too.
          if (!isDrawing.current && !(target as Element).closest('.react-flow__handle')) onEdit()
        }}
        onConnect={({ source, target }) => draw(source, target)}
        proOptions={{ hideAttribution: true }}
      >
        <Controls showInteractive={false} position="bottom-right" orientation={down ? 'vertical' : 'horizontal'} />
      </ReactFlow>
    </Box>
  )
  return (
    <>
      {picture}
      <Typography variant="body2" sx={{ mt: -2, color: 'text.secondary' }}>
        {t('flows.picture.hint')}
      </Typography>
      {refused && (
        <Alert
          severity="error"
          onClose={() => setRefused(null)}
          closeText={t('core.actions.close')}
          {...(refused.code === 'rule_conflict' && {
            action: (
              <>
                <Button color="inherit" onClick={() => addRule(refused.rule)}>
                  {t('flows.picture.replace')}
                </Button>
                <Button color="inherit" onClick={() => setRefused(null)}>
                  {t('flows.picture.keep')}
                </Button>
              </>
            ),
          })}
        >
          <strong>{nameOf(courseIn(values, refused.rule.step))}: </strong>
          {t(`flows.error.${refused.code}`)}
        </Alert>
      )}
    </>
  )
}

/** A rule that was drawn and not added, with the reason. */
interface RefusedRule {
  rule: RuleDraft
  code: FlowErrorCode
}

/** The label of an arrow. */
const shortOf = ({ type, when, days }: RuleDraft, t: (key: string, values?: object) => string) =>
  type === 'relative'
    ? t(`flows.picture.relative_${when ?? 'finished'}`, { days: days ?? 0 })
    : t(`flows.picture.status_${when ?? 'finished'}`)
