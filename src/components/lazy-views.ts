'use client'

import { lazy } from 'react'

// One chunk for all of them: a card that shows its input mostly shows an output, too.
const load = () => import('./loaded-views.tsx')

export const InputView = lazy(async () => ({ default: (await load()).InputView }))
export const InputTree = lazy(async () => ({ default: (await load()).InputTree }))
export const OutputView = lazy(async () => ({ default: (await load()).OutputView }))
export const TextBlocks = lazy(async () => ({ default: (await load()).TextBlocks }))
export const PlanParts = lazy(async () => ({ default: (await load()).PlanParts }))
