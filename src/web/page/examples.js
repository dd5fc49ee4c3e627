// SPDX-License-Identifier: MIT
// Shaders to start from.
import forward from '../../../tests/data/forward.wgsl';
import lights from '../examples/lights.wgsl';
import material from '../examples/material.wgsl';
import particles from '../examples/particles.wgsl';
import uniforms from '../examples/uniforms.wgsl';

export const EXAMPLES = [
    { name: 'a material with holes', text: material,
        chosen: { kind: 0, number: 0, name: 'Material' } },
    { name: 'lights in a storage buffer', text: lights,
        chosen: { kind: 1, number: 0, name: 'lights' } },
    { name: 'uniform buffers that need repair', text: uniforms,
        chosen: { kind: 0, number: 0, name: 'Fog' } },
    { name: 'particles in a compute shader', text: particles,
        chosen: { kind: 0, number: 0, name: 'Particle' } },
    { name: 'a forward renderer', text: forward,
        chosen: { kind: 1, number: 0, name: 'camera' } },
];
