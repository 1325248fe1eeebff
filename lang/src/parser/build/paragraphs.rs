//! Paragraphs other than commands.

use super::{Block, Context, DeclNode, FuncHead, Input, Node, values};
use crate::ast::{
    EnumDecl, FuncDecl, MacroDecl, ModuleHeader, ModuleParam, Name, NamedBlock, Open, Paragraph, QualName,
    SigDecl, SigQualifier, SigRelation,
};
use crate::parser::checks;
use crate::source::Span;

impl Context<'_> {
    pub(crate) fn module(
        &self,
        name: QualName,
        params: Option<Vec<(bool, QualName)>>,
        l: u32,
        r: u32,
    ) -> Input {
        self.no_dollar(&name);
        let params = params.unwrap_or_default();
        let params = params.into_iter().map(|(exactly, name)| ModuleParam {
            exactly,
            name: self.declared(&name),
        });
        Input::Module(ModuleHeader {
            name,
            params: params.collect(),
            span: self.span(l, r),
        })
    }

    pub(crate) fn open(
        &self,
        private: Option<Span>,
        path: QualName,
        args: Option<Vec<QualName>>,
        alias: Option<QualName>,
        l: u32,
        r: u32,
    ) -> Input {
        self.no_dollar(&path);
        let alias = alias.map(|name| self.declared(&name));
        Input::Open(Open {
            private,
            path,
            args: args.unwrap_or_default(),
            alias,
            span: self.span(l, r),
        })
    }

    pub(crate) fn enumeration(
        &self,
        private: Option<Span>,
        name: &QualName,
        members: Option<Vec<QualName>>,
        l: u32,
        r: u32,
    ) -> Input {
        let span = self.span(l, r);
        if members.is_none() {
            self.report(checks::empty_enum(span, name));
        }
        let members = self.declared_all(&members.unwrap_or_default());
        Input::Paragraph(Paragraph::Enum(EnumDecl {
            private,
            name: self.declared(name),
            members,
            span,
        }))
    }

    pub(crate) fn named_block(&self, name: Option<Name>, body: Block, l: u32, r: u32) -> NamedBlock {
        NamedBlock {
            name,
            body: self.block(body).value,
            span: self.span(l, r),
        }
    }

    pub(crate) fn sig(
        &self,
        qualifiers: Option<Vec<(SigQualifier, Span)>>,
        (names, relation): (Vec<QualName>, Option<SigRelation>),
        fields: Vec<DeclNode>,
        fact: Option<Block>,
        l: u32,
        r: u32,
    ) -> Input {
        let qualifiers = qualifiers.unwrap_or_default();
        if let Some(error) = checks::repeated_qualifier(&qualifiers, |span| self.text(span)) {
            self.report(error);
        }
        Input::Paragraph(Paragraph::Sig(SigDecl {
            qualifiers,
            names: self.declared_all(&names),
            relation,
            fields: values(fields),
            fact: fact.map(|block| self.block(block).value),
            span: self.span(l, r),
        }))
    }

    pub(crate) fn func(
        &self,
        private: Option<Span>,
        head: FuncHead,
        result: Option<Node>,
        body: Block,
        l: u32,
        r: u32,
    ) -> Input {
        let FuncHead {
            receiver,
            name,
            params,
        } = head;
        let params = values(params.unwrap_or_default());
        for error in checks::parameters(&params) {
            self.report(error);
        }
        Input::Paragraph(Paragraph::Func(FuncDecl {
            private,
            is_pred: result.is_none(),
            receiver,
            name: self.declared(&name),
            params,
            result: result.map(|node| node.value),
            body: self.block(body).value,
            span: self.span(l, r),
        }))
    }

    pub(crate) fn macro_decl(
        &self,
        private: Option<Span>,
        name: &QualName,
        params: Option<Vec<QualName>>,
        body: Node,
        l: u32,
        r: u32,
    ) -> Input {
        let params = self.declared_all(&params.unwrap_or_default());
        if let Some(error) = checks::repeated_parameter(params.iter()) {
            self.report(error);
        }
        let name = self.declared(name);
        Input::Paragraph(Paragraph::Macro(MacroDecl {
            private,
            name,
            params,
            body: body.value,
            span: self.span(l, r),
        }))
    }
}
