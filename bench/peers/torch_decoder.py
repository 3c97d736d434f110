#!/usr/bin/env python3
"""Steps per second of PyTorch on the core's default model: a peer of bench_core.

    torch_decoder.py eager|foreach

For each line "WIDTH HEADS HIDDEN PARAMETERS SECONDS" that it reads it trains a
model of that shape for about that much processor time, a step at least, and
prints the rate. One thread; AdamW one tensor at a time or in its foreach form.
The batches are made before the clock starts.
"""
import math
import sys
import time

import torch
from torch import nn

VOCAB, CONTEXT, BLOCKS, BATCH, BATCHES = 32, 32, 2, 16, 64


class Block(nn.Module):
    def __init__(self, width, heads, hidden):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.mlp_in = nn.Linear(width, hidden)
        self.mlp_out = nn.Linear(hidden, width)

    def forward(self, x, mask):
        width = x.shape[2]
        q, k, v = (
            part.view(BATCH, CONTEXT, self.heads, -1).transpose(1, 2)
            for part in self.qkv(self.norm1(x)).chunk(3, dim=2)
        )
        scores = q @ k.transpose(2, 3) / math.sqrt(width // self.heads) + mask
        mixed = (scores.softmax(3) @ v).transpose(1, 2)
        x = x + self.out(mixed.reshape(BATCH, CONTEXT, width))
        return x + self.mlp_out(self.mlp_in(self.norm2(x)).relu())


class Decoder(nn.Module):
    def __init__(self, width, heads, hidden):
        super().__init__()
        self.embedding = nn.Embedding(VOCAB, width)
        self.blocks = nn.ModuleList(
            Block(width, heads, hidden) for _ in range(BLOCKS)
        )
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, VOCAB, bias=False)
        place = torch.arange(CONTEXT)[:, None]
        angle = place / 10000 ** (torch.arange(0, width, 2) / width)
        self.places = torch.stack((angle.sin(), angle.cos()), 2).flatten(1)
        self.mask = torch.full((CONTEXT, CONTEXT), -math.inf).triu(1)

    def forward(self, tokens):
        x = self.embedding(tokens) + self.places
        for block in self.blocks:
            x = block(x, self.mask)
        return self.head(self.norm(x))


class Training:
    """A model with its optimiser, which goes round some batches."""

    def __init__(self, width, heads, hidden, parameters, foreach):
        torch.manual_seed(1)
        self.model = Decoder(width, heads, hidden)
        assert sum(p.numel() for p in self.model.parameters()) == parameters
        self.optimiser = torch.optim.AdamW(
            self.model.parameters(),
            3e-3,
            betas=(0.9, 0.95),
            weight_decay=0.1,
            foreach=foreach,
        )
        self.batches = torch.randint(VOCAB, (BATCHES, BATCH, CONTEXT + 1))
        self.steps = 0

    def step(self):
        batch = self.batches[self.steps % BATCHES]
        logits = self.model(batch[:, :-1])
        loss = nn.functional.cross_entropy(
            logits.flatten(0, 1), batch[:, 1:].flatten()
        )
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        self.steps += 1

    def rate(self, seconds):
        start, first = time.process_time(), self.steps
        while True:
            self.step()
            elapsed = time.process_time() - start
            if elapsed >= seconds:
                return (self.steps - first) / elapsed


def main():
    torch.set_num_threads(1)
    foreach = sys.argv[1] == "foreach"
    shape, training = None, None
    for line in sys.stdin:
        *asked, seconds = line.split()
        if asked != shape:
            shape, training = asked, None
            training = Training(*map(int, asked), foreach)
            training.rate(float(seconds) / 2)
        print(training.rate(float(seconds)), flush=True)


main()
